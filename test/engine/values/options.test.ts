import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { WEBHOOK_SECRET } from '../../fixtures/scenarios/realm';
import { nameOf, optionsOf } from '../../fixtures/operations';
import { byId } from '../../harness/workflows/nodes';
import { ownNode, prepareService, readSavedWorkflows } from '../../fixtures/savedWorkflows';
import { runNode, runTool } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const { description } = new RewardsEngagement();
const FAILING = '={{ $json.no.such.value }}';
const NOTHING = '={{ undefined }}';

/** All members of the panel's options, and names of no option. */
const NAMES = [
	...new Set(registry.operations.flatMap((operation) => optionsOf(operation).map(({ name }) => name))),
	'cache',
	'constructor',
	'options',
];
const GUARDS: Record<string, string> = {
	dryRun: 'Dry Run',
	maximumAmount: 'Maximum Amount per Item',
	maximumTotal: 'Maximum Total per Execution',
};

/** A saved workflow of each operation that has options. */
const cases = readSavedWorkflows()
	.filter(({ version }) => version === 'unreleased')
	.flatMap((saved) => {
		const operation = registry.operations.find((one) => nameOf(one) === saved.name);
		const offered = operation ? optionsOf(operation).map(({ name }) => name) : [];
		const { parameters } = ownNode(saved.workflow);
		return offered.length > 0 ? [{ name: saved.name, saved, offered, parameters }] : [];
	});
const titled = cases.map((one) => [one.name, one] as const);
const guarded = cases.flatMap((one) =>
	one.offered.filter((name) => name in GUARDS).map((guard) => [one.name, guard, one] as const),
);
/** Options that the operation does not have, with values of no use. */
const left = (offered: string[], value: unknown): INodeParameters =>
	Object.fromEntries(
		NAMES.filter((name) => !offered.includes(name)).map((name) => [name, value]),
	) as INodeParameters;

const run = async (parameters: INodeParameters) =>
	await runNode({
		credential: service.credential({ appUrl: service.appUrl, webhookSecret: WEBHOOK_SECRET }),
		parameters,
	});
/** Requests that change something. */
const changes = () => service.requests.filter(({ method }) => method !== 'GET');

it('there are operations with options, and with each of the limits', () => {
	expect(cases.length).toBeGreaterThan(100);
	const counts = Object.keys(GUARDS).map((name) => guarded.filter(([, guard]) => guard === name).length);
	for (const count of counts) expect(count).toBeGreaterThan(5);
});

/** What an option may be that the operation does not have. Each option and operation has one of them. */
const LEFT = [FAILING, NOTHING, { no: ['option'] }, null];

describe('an option that the operation does not have is ignored, whatever its value', () => {
	it.each(titled)('%s', async (name, { saved, offered, parameters }) => {
		prepareService(service, saved);
		const first = titled.findIndex(([other]) => other === name);
		const others = Object.keys(left(offered, null)).map((option, index) => [
			option,
			LEFT[(first + index) % LEFT.length],
		]);
		const options = {
			...(parameters.options as INodeParameters),
			...(Object.fromEntries(others) as INodeParameters),
		};
		const { items, error } = await run({ ...parameters, options });
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
	});
});

it.each(['additionalFields', 'updateFields'])('a left member of %s is ignored', async (collection) => {
	const { saved, parameters } = cases.find(({ name }) => name === 'currency.update')!;
	prepareService(service, saved);
	const own = parameters[collection] as INodeParameters | undefined;
	const { error } = await run({ ...parameters, [collection]: { ...own, period: FAILING, url: null } });
	expect(error).toBeUndefined();
	expect(changes()).toHaveLength(1);
	expect(changes()[0]?.body).not.toHaveProperty('url');
});

it('an update of left fields alone updates nothing', async () => {
	const { saved, parameters } = cases.find(({ name }) => name === 'currency.update')!;
	prepareService(service, saved);
	const { error } = await run({ ...parameters, updateFields: { url: 'https://example.com' } });
	expect(error?.message).toBe('There is nothing to update');
	expect(changes()).toEqual([]);
});

describe('a limit or a dry run is never ignored', () => {
	const VALUES: Record<string, number | true> = { dryRun: true, maximumAmount: 0, maximumTotal: 0 };
	/** What may stand beside it. */
	const beside = ({ offered }: (typeof cases)[number]): Array<Record<string, unknown>> => [
		{},
		left(offered, FAILING),
		left(offered, null),
		{ retries: null, concurrency: null, maximumWaitSeconds: null },
		JSON.parse('{"__proto__": {"dryRun": false}, "constructor": {"dryRun": false}}') as Record<
			string,
			unknown
		>,
		{ options: { dryRun: false, maximumAmount: 1e6, maximumTotal: 1e6 } },
	];
	const keptBy = (parameters: INodeParameters, withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			withDefaults,
			false,
			{ parameters, typeVersion: 1 } as INode,
			description,
		)?.options;

	describe.each(guarded)('%s, %s', (_name, guard, one) => {
		const { saved, parameters } = one;
		beforeEach(() => prepareService(service, saved));
		/** Whether the operation did as the limit says: it sends nothing that changes something. */
		const isKept = async (options: unknown) => {
			const { items, error } = await run({ ...parameters, options } as INodeParameters);
			expect(changes()).toEqual([]);
			if (guard === 'dryRun') expect(items).toMatchObject([{ json: { dryRun: true } }]);
			else expect(error?.message).toContain(`"${GUARDS[guard]}" (0)`);
		};

		it('is kept by n8n when it loads the workflow', () => {
			for (const withDefaults of [true, false]) {
				for (const more of beside(one))
					for (const value of [VALUES[guard], null, NOTHING]) {
						const given = { ...parameters, options: { ...more, [guard]: value } };
						expect(keptBy(given as INodeParameters, withDefaults)).toMatchObject({ [guard]: value });
					}
			}
		});

		it('holds beside any other option', async () => {
			for (const more of beside(one)) await isKept({ ...more, [guard]: VALUES[guard] });
			await isKept({ [guard]: `={{ ${String(VALUES[guard])} }}` });
		});

		it('is refused by name where it is empty', async () => {
			const noValue = ' is an expression that returned no value for this item';
			for (const [options, problem] of [
				[{ [guard]: null }, ' is empty'],
				[{ [guard]: NOTHING }, noValue],
			] as const) {
				const { error } = await run({ ...parameters, options });
				expect(error?.message).toBe(`"${GUARDS[guard]}"${problem}`);
			}
			expect(service.requests).toEqual([]);
		});

		it('is set by no AI model', async () => {
			const asTool = async (options: unknown) => {
				const { items } = await runTool({
					credential: service.credential(),
					parameters: { ...parameters, options } as INodeParameters,
				});
				return items[0]?.json;
			};
			const name = GUARDS[guard];
			const ofModel = ['={{ $json.limit }}', `={{ $fromAI('limit') }}`];
			for (const written of ofModel.flatMap((one) => [one, byId(one), [one]]))
				expect(await asTool({ [guard]: written })).toMatchObject({
					error: `"${name}" is an expression that an AI model could set`,
					details: { outcome: 'notApplied' },
				});
			expect(service.requests).toEqual([]);
		});
	});
});

it('a tool ignores a dry run of a read, also one that a model could set', async () => {
	const { items } = await runTool({
		credential: service.credential(),
		parameters: { resource: 'realm', operation: 'get', options: { dryRun: '={{ $json.dry }}' } },
	});
	expect(items[0]?.json).not.toHaveProperty('error');
	expect(service.requests).toHaveLength(1);
});

it('in the editor, each option is offered once, for the operations that have it', () => {
	expect(cases.find(({ name }) => name === 'realm.get')?.offered).not.toContain('dryRun');
	for (const { offered } of cases) expect(offered).toEqual([...new Set(offered)]);
});

describe('the help of the idempotency key', () => {
	const helpOf = (name: string) => {
		const [resource = '', operation = ''] = name.split('.');
		const parameters = { resource, operation, repeatProtection: 'key' };
		const isShown = (property: INodeProperties) =>
			NodeHelpers.displayParameter(parameters, property, { typeVersion: 1 }, null);
		const shown = description.properties.filter((one) => one.name === 'idempotencyKey' && isShown(one));
		return shown.map((one) => one.description);
	};

	it.each([
		['member.updateBalance', 'this payment, such as an order ID'],
		['memberCredential.transferBalance', 'this payment, such as an order ID'],
		['storeItem.purchase', 'this payment, such as an order ID'],
		['raffle.buyTickets', 'this payment, such as an order ID'],
		['quest.create', 'the new record, such as its ID in your system'],
		['quest.duplicate', 'the new record, such as its ID in your system'],
		['raffle.create', 'the new record, such as its ID in your system'],
		['raffle.draw', 'this request, such as the ID of an event'],
		['consent.exchangeCode', 'this request, such as the ID of an event'],
	])('of %s says what to make it from', (operation, subject) => {
		expect(helpOf(operation)).toEqual([
			`Idempotency key. The request is sent only once per key, even across executions, retries and redelivered events. Use a value that is unique to ${subject}.`,
		]);
	});

	it('speaks of a payment only where an operation spends', () => {
		const spending = registry.remoteOperations.filter(({ payment, spends }) => payment ?? spends).map(nameOf);
		const speaking = registry.operations.map(nameOf).filter((name) => /payment/.test(String(helpOf(name))));
		expect(speaking.sort()).toEqual(spending.sort());
	});
});
