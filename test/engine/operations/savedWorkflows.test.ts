import fs from 'node:fs';

import { NodeHelpers, type INodeParameters, type INodeProperties, type INodeType } from 'n8n-workflow';

import { WEBHOOK_SECRET } from '../../fixtures/scenarios/realm';
import { INTERFACE, interfaceText } from '../../fixtures/generate/workflows';
import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import {
	ownNode,
	prepareService,
	readSavedWorkflows,
	releasedInterfaces,
} from '../../fixtures/savedWorkflows';
import { runNode } from '../engine';
import { CONSENT_TRIGGER, NODE, nodeTypes, POLL_TRIGGER, TRIGGER } from '../nodeTypes';
import { PollNode } from '../pollNode';
import { useService } from '../sandbox';
import { TriggerNode } from '../triggerNode';

const service = useService();
const saved = readSavedWorkflows();
const titled = saved.map((one) => [`${one.version} ${one.name}`, one] as const);
const ofType = (type: string) => titled.filter(([, { workflow }]) => ownNode(workflow).type === type);

const types: Record<string, INodeType> = Object.fromEntries(
	[NODE, TRIGGER, POLL_TRIGGER, CONSENT_TRIGGER].map((type) => [type, nodeTypes.getByNameAndVersion(type)]),
);

it('there is one for each operation and each trigger', () => {
	const names = saved.map(({ name }) => name);
	const wanted = registry.remoteOperations.map(({ resource, name }) => `${resource}.${name}`);
	expect(names).toEqual(
		expect.arrayContaining([
			...wanted,
			'rewardsEngagementTrigger',
			'rewardsEngagementPollTrigger',
			'rewardsEngagementConsentTrigger',
		]),
	);
});

describe.each(titled)('%s', (_title, { workflow }) => {
	it('holds no parameter, option or choice that the node does not know', () => {
		const node = ownNode(workflow);
		const { description } = types[node.type]!;
		const kept = NodeHelpers.getNodeParameters(
			description.properties,
			node.parameters,
			false,
			false,
			node,
			description,
		);
		expect(kept).toEqual(node.parameters);
		expect(unknownIn(description.properties, node.parameters, '')).toEqual([]);
		// n8n fills in the defaults before it checks for missing values.
		const filled = {
			...node,
			parameters: NodeHelpers.getNodeParameters(
				description.properties,
				node.parameters,
				true,
				false,
				node,
				description,
			)!,
		};
		expect(NodeHelpers.getNodeParametersIssues(description.properties, filled, description)).toBeNull();
	});
});

it.each(ofType(NODE))('%s runs', async (_title, one) => {
	prepareService(service, one);
	const { parameters, onError } = ownNode(one.workflow);
	const run = await runNode({
		credential: service.credential({ appUrl: service.appUrl, webhookSecret: WEBHOOK_SECRET }),
		parameters,
		onError,
	});
	expect(run.error).toBeUndefined();
	expect(run.items.length).toBeGreaterThan(0);
});

describe('saved before', () => {
	/** Fields that were plain text. */
	const TEXTS = ['provider', 'type'];

	/** The parameters as they were without rows of metadata, and with text instead of a choice from a list. */
	function earlier(parameters: INodeParameters): INodeParameters {
		const entries = Object.entries(parameters).filter(([name]) => name !== 'metadataFields');
		return Object.fromEntries(
			entries.map(([name, value]) => {
				if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name, value];
				const locator = value as INodeParameters;
				if ('__rl' in locator) return [name, TEXTS.includes(name) ? locator.value : value];
				return [name, earlier(locator)];
			}),
		);
	}

	const changed = ofType(NODE).filter(([, { workflow }]) => {
		const { parameters } = ownNode(workflow);
		return JSON.stringify(earlier(parameters)) !== JSON.stringify(parameters);
	});

	it('there are 14 operations with metadata, and 11 others with a type', () =>
		expect(new Set(changed.map(([, { name }]) => name)).size).toBe(25));

	it.each(changed)('%s runs without rows, and with text', async (_title, one) => {
		const parametersOf = ownNode(one.workflow).parameters;
		const credential = service.credential({ appUrl: service.appUrl, webhookSecret: WEBHOOK_SECRET });
		prepareService(service, one);
		const run = await runNode({ credential, parameters: earlier(parametersOf) });
		expect(run.error).toBeUndefined();
		expect(run.items.length).toBeGreaterThan(0);
	});
});

it.each(ofType(TRIGGER))('%s registers, and runs for its event', async (_title, { name, workflow }) => {
	const isManual = name.endsWith('registration.manual');
	const { parameters } = ownNode(workflow);
	const secret = 'from the dashboard';
	const trigger = new TriggerNode(parameters, service.credential(isManual ? { webhookSecret: secret } : {}));
	await trigger.listen();
	try {
		await trigger.publish();
		const hooks = [...service.state.realms.get(service.realmId)!.webhooks.values()];
		expect(hooks.map(({ events }) => events)).toEqual(
			isManual ? [] : [['quest.completed', 'game.level.reached', 'survey.answered']],
		);
		// The saved option Maximum Age refuses an old event.
		const timestamp = new Date().toISOString();
		const data = passing((parameters.filters ?? {}) as Record<string, unknown>);
		const body = JSON.stringify({ type: 'survey.answered', timestamp, realmId: service.realmId, data });
		const answer = await trigger.post(body, {
			'x-service-signature': trigger.sign(body, isManual ? secret : undefined),
		});
		expect(answer.status).toBe(200);
		expect(trigger.runs).toHaveLength(1);
	} finally {
		await trigger.close();
	}
});

it.each(ofType(POLL_TRIGGER))('%s polls, and runs for its events', async (_title, { workflow }) => {
	const { parameters } = ownNode(workflow);
	const { realmId, ids } = service;
	// Publishing refuses a currency that the realm does not have.
	const existing = { realmId, currencyId: ids.currencies.stars };
	const trigger = new PollNode({ ...parameters, ...existing }, service.credential());
	await trigger.activate();
	const before = trigger.events.length;
	const { joinedAt } = service.control.joinMember('saved');
	await trigger.poll();
	expect(trigger.events.slice(before).map(({ timestamp }) => timestamp)).toContain(joinedAt);
});

describe('the interface', () => {
	const present = JSON.parse(fs.readFileSync(INTERFACE, 'utf8')) as object;

	it('is the one that test/fixtures/interface.json holds: "npm run generate -- --interface" writes it', () => {
		expect(JSON.parse(interfaceText())).toEqual(present);
		expect(Object.keys((present as { nodes: object }).nodes)).toHaveLength(4);
	});

	it('of each release is still there, with its defaults', () => {
		for (const { version, text } of releasedInterfaces())
			expect([version, missingFrom(present, JSON.parse(text))]).toEqual([version, []]);
	});

	it('notices a name, a value and a default that a release had', () => {
		const old = {
			a: { type: 'options', default: 'x', values: ['x', 'y'] },
			b: { type: 'string', default: '' },
		};
		const now = { a: { type: 'options', default: 'z', values: ['x', 'z'] } };
		expect(missingFrom(now, old)).toEqual(['.a.default', '.a.values.y', '.b']);
		expect(missingFrom({ ...old, c: {} }, old)).toEqual([]);
	});
});

/** The entries of an old interface that the present one lacks or changes, by path. */
function missingFrom(present: unknown, old: unknown, place = ''): string[] {
	if (Array.isArray(old))
		return old
			.filter((value) => !(present as unknown[]).includes(value))
			.map((value) => `${place}.${String(value)}`);
	if (typeof old !== 'object' || old === null) return present === old ? [] : [place];
	if (typeof present !== 'object' || present === null) return [place];
	return Object.entries(old).flatMap(([name, value]) =>
		Object.hasOwn(present, name)
			? missingFrom((present as Record<string, unknown>)[name], value, `${place}.${name}`)
			: [`${place}.${name}`],
	);
}

/** An event that passes all saved filters. */
function passing(filters: Record<string, unknown>): object {
	const idOf = (name: string) => (filters[name] as { value?: string } | undefined)?.value;
	return {
		questId: idOf('questId'),
		memberId: idOf('memberId'),
		itemId: idOf('itemId'),
		points: { amount: filters.minimumAmount, currencyId: idOf('currencyId') },
		newBalance: filters.minimumNewBalance,
	};
}

/** Options of collections and choices of menus that do not exist, by path. */
function unknownIn(properties: INodeProperties[], values: INodeParameters, place: string): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const path = `${place}${name}`;
		const found = properties.filter((property) => property.name === name);
		if (found.length === 0) return [path];
		const problems = found.map((property) => unknownValue(property, value, path));
		// Several operations have a parameter of the same name, and the value must fit one of them.
		return problems.some((list) => list.length === 0) ? [] : (problems[0] ?? []);
	});
}

function unknownValue(
	{ type, options = [], modes, typeOptions }: INodeProperties,
	value: unknown,
	path: string,
): string[] {
	// The service provides the list.
	if (typeOptions?.loadOptionsMethod) return [];
	const choices = options.map((option) => ('value' in option ? option.value : option.name));
	switch (type) {
		case 'options':
			return choices.includes(value as string) ? [] : [`${path}=${String(value)}`];
		case 'multiOptions':
			return (value as string[]).filter((one) => !choices.includes(one)).map((one) => `${path}=${one}`);
		case 'collection':
			return unknownIn(options as INodeProperties[], value as INodeParameters, `${path}.`);
		case 'resourceLocator': {
			const { mode } = value as { mode: string };
			return modes?.some(({ name }) => name === mode) ? [] : [`${path} mode ${mode}`];
		}
		default:
			return [];
	}
}
