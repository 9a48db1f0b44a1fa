import fs from 'node:fs';
import path from 'node:path';

import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import type { WorkflowNode } from '../harness/n8n/client';
import { heightOfText, NOTE_FONT_PX, zoomToFit } from '../harness/workflows/canvas';
import {
	emptyFieldsOf,
	emptyLabelsOf,
	exampleNames,
	fillIn,
	isNote,
	isOwn,
	movesPoints,
	noteOf,
	placeholdersOf,
	readExample,
	sampleEntries,
	startsOf,
	triggerOf,
	unsaidSteps,
	WORKFLOWS_FOLDER,
} from '../harness/workflows/examples';
import { byId } from '../harness/workflows/nodes';

const ownTypes: Record<string, INodeType> = {
	rewardsEngagement: new RewardsEngagement(),
	rewardsEngagementTool: new RewardsEngagement(),
	rewardsEngagementTrigger: new RewardsEngagementTrigger(),
	rewardsEngagementPollTrigger: new RewardsEngagementPollTrigger(),
	rewardsEngagementConsentTrigger: new RewardsEngagementConsentTrigger(),
};
/** n8n adds these to every node that is used as a tool. */
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];
/** n8n adds this to every node that polls. */
const POLL_PARAMETERS = ['pollTimes'];

/**
 * Placeholders inside texts that n8n does not check. Each workflow with one for a member also has another marked
 * node. A quest with an unknown name is paid like any other.
 */
const NOT_MARKED = ['FIRST_MEMBER_EMAIL', 'SECOND_MEMBER_EMAIL', 'QUEST_ID'];

const CREDENTIAL = { id: '1', name: 'Service' };

/** Bold words in notes besides nodes and fields: buttons, and the name of the package's nodes. */
const WORDS_OF_N8N = ['Publish', 'Open chat', 'Rewards and Engagement'];

/** The smallest font size that people can read without zooming. */
const READABLE_PX = 10;

/** From a node to the one below it, with room for its name and the line between them. */
const ROW_HEIGHT = 208;

/** Whether a required field is still empty. */
const waits = (node: WorkflowNode) => emptyFieldsOf(node).length > 0;

type Connections = Record<string, Record<string, Array<Array<{ node: string; type: string }>>>>;

const examples = exampleNames().map((name) => [name, readExample(name)] as const);

it('are all in docs/workflows.md, with what to fill in', () => {
	const page = fs.readFileSync(path.join(WORKFLOWS_FOLDER, '..', 'docs', 'workflows.md'), 'utf8');
	const sections = page.split(/^## /m).slice(1);
	expect(examples.length).toBeGreaterThanOrEqual(7);
	for (const [name, workflow] of examples) {
		const section = sections.find((text) => text.startsWith(`${workflow.name}\n`)) ?? '';
		expect(section).toContain(`](../workflows/${name}.json)`);
		const named = [...section.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, word]) => word);
		expect(named.sort()).toEqual(placeholdersOf(workflow));
	}
});

it.each(examples)('%s moves points if and only if docs/workflows.md says so', (name, workflow) => {
	const page = fs.readFileSync(path.join(WORKFLOWS_FOLDER, '..', 'docs', 'workflows.md'), 'utf8');
	const file = `](../workflows/${name}.json)`;
	const [, said] =
		page
			.split('\n')
			.find((line) => line.includes(file))
			?.split(file) ?? [];
	expect(said).toBe(movesPoints(workflow) ? ', moves points' : '');
});

it.each(examples.filter(([, workflow]) => movesPoints(workflow)))(
	'%s is run in an end-to-end test that looks at the ledger',
	(name) => {
		const folder = path.join(__dirname, '..', 'e2e');
		const tests = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
		const own = tests.filter((text) => text.includes(`\ndescribe('${name}', `));
		expect(own.filter((text) => text.includes('useLedgerOfExamples('))).toHaveLength(1);
	},
);

describe.each(examples)('workflows/%s.json', (name, workflow) => {
	const text = fs.readFileSync(path.join(WORKFLOWS_FOLDER, `${name}.json`), 'utf8');
	const nodes = workflow.nodes.filter((node) => !isNote(node));
	const note = noteOf(workflow);

	it('holds a workflow and nothing of the n8n it came from', () => {
		expect(Object.keys(workflow).sort()).toEqual([
			'active',
			'connections',
			'name',
			'nodes',
			'pinData',
			'settings',
		]);
		expect(workflow).toMatchObject({ active: false, pinData: {}, settings: { executionOrder: 'v1' } });
		for (const node of workflow.nodes) {
			expect(node).not.toHaveProperty('credentials');
			expect(node).not.toHaveProperty('webhookId');
		}
	});

	it('holds no key, no secret and no ID of a record', () => {
		expect(text).not.toMatch(/bearer|sandbox-key|password|instanceId/i);
		const ids = workflow.nodes.flatMap((node) => [node.id, ...assignmentIds(node.parameters)]);
		const withoutIds = ids.reduce((rest, id) => rest.replaceAll(id, ''), text);
		expect(withoutIds).not.toMatch(/[0-9a-f]{16,}/i);
	});

	it('starts at the origin of its canvas, and has nodes with IDs and names of their own', () => {
		expect(() => triggerOf(workflow)).not.toThrow();
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(workflow.nodes.length);
		expect(new Set(workflow.nodes.map((node) => node.name)).size).toBe(workflow.nodes.length);
		for (const { id } of workflow.nodes) {
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		}
	});

	it('asks in its note for everything that is to be filled in', () => {
		expect(unsaidSteps(workflow)).toEqual([]);
		const named = [...note.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, word]) => word);
		expect([...new Set(named)].sort()).toEqual(placeholdersOf(workflow));
	});

	it('names in its note no node and no field that it does not have', () => {
		const known = [...nodes.map((node) => node.name), ...nodes.flatMap(labelsOf), ...WORDS_OF_N8N];
		const named = [...note.matchAll(/\*\*(.+?)\*\*/g)].map(([, words]) => words);
		expect(named.length).toBeGreaterThan(2);
		expect(named.filter((words) => !known.includes(words!))).toEqual([]);
	});

	it('says where an ID is to be seen that has to be typed', () => {
		const typed = placeholdersOf(workflow).flatMap((word) => /(MEMBER|QUEST)_ID$/.exec(word)?.[1] ?? []);
		for (const kind of typed)
			expect(note).toContain(kind === 'QUEST' ? '*Quest → Get Many* lists the IDs' : '*Member → Get Many*');
	});

	it('connects nodes that exist, from left to right and row by row, and leaves none alone', () => {
		const byName = new Map(workflow.nodes.map((node) => [node.name, node]));
		const reached = new Set(startsOf(workflow).map((node) => node.name));
		for (const [from, kinds] of Object.entries(workflow.connections as Connections)) {
			expect(byName.has(from)).toBe(true);
			for (const [kind, outputs] of Object.entries(kinds)) {
				for (const { node: to, type } of outputs.flat()) {
					expect([kind, byName.has(to)]).toEqual([type, true]);
					reached.add(kind === 'main' ? to : from);
					if (kind === 'main') {
						const [[left, top], [right, low]] = [byName.get(from)!.position, byName.get(to)!.position];
						const beginsRow = right === 0 && low >= top + ROW_HEIGHT;
						expect([from, to, right > left || beginsRow]).toEqual([from, to, true]);
					}
				}
			}
		}
		expect([...reached].sort()).toEqual(nodes.map((node) => node.name).sort());
	});

	it('has no nodes that lie on top of each other', () => {
		const pairs = workflow.nodes.flatMap((one, index) =>
			workflow.nodes.slice(index + 1).map((other) => [one, other] as const),
		);
		expect(pairs.filter(([one, other]) => overlap(boxOf(one), boxOf(other)))).toEqual([]);
	});

	it.each(workflow.nodes.filter(isNote))('shows all of a note, and no empty one: $name', ({ parameters }) => {
		const [width, height] = [Number(parameters.width), Number(parameters.height)];
		const needed = heightOfText(String(parameters.content), width);
		expect(needed).toBeLessThanOrEqual(height);
		expect(needed).toBeGreaterThanOrEqual(0.8 * height);
	});

	it('can be read when n8n opens it', () =>
		expect(NOTE_FONT_PX * zoomToFit(workflow)).toBeGreaterThanOrEqual(READABLE_PX));

	it('runs no command of the system', () =>
		expect(nodes.filter(({ type }) => /executeCommand|\.ssh$/.test(type))).toEqual([]));

	it('sets only parameters that its nodes of this package have', () => {
		const own = fillIn(workflow, { credential: CREDENTIAL, ...sampleEntries(workflow) }).nodes.filter(isOwn);
		expect(own.length).toBeGreaterThan(0);
		expect(own.flatMap(parameterProblems)).toEqual([]);
	});

	it('has n8n mark every node of this package that is still to be filled in', () => {
		const marked = nodes.filter(isOwn).filter((node) => parameterProblems(node).length > 0);
		expect(marked.map((node) => node.name)).toEqual(
			nodes
				.filter(isOwn)
				.filter(waits)
				.map((node) => node.name),
		);
	});

	it('keeps what is to be filled in where n8n marks it', () => {
		expect(placeholdersOf(workflow).filter((word) => !NOT_MARKED.includes(word))).toEqual([]);
		expect(placeholdersOf({ ...workflow, nodes: nodes.filter(isOwn) })).toEqual([]);
	});
});

describe('the marks of n8n', () => {
	const transfer = (serviceId: string): WorkflowNode => ({
		id: 'x',
		name: 'Pay',
		type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: { __rl: true, mode: 'id', value: serviceId },
			recipientId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		},
	});
	const currency = (value: string | number): WorkflowNode => ({
		...transfer(''),
		parameters: {
			resource: 'currency',
			operation: 'get',
			currencyId: { __rl: true, mode: 'id', value },
		},
	});
	const action = (operation: string, parameters: INodeParameters): WorkflowNode => {
		const [resource = '', name = ''] = operation.split('.');
		return { ...transfer(''), parameters: { resource, operation: name, ...parameters } };
	};
	const webhook = (parameters: INodeParameters) =>
		action('webhook.create', { url: 'https://example.com/hook', ...parameters });
	const credit = (parameters: INodeParameters) =>
		action('activation.creditNfts', {
			activationId: byId('64b7f1c2a9d3e45f60718299'),
			amount: 5,
			...parameters,
		});
	const config = (parameters: INodeParameters) =>
		action('activationConfig.create', { activationId: byId('64b7f1c2a9d3e45f60718299'), ...parameters });
	const link = (parameters: INodeParameters) =>
		action('memberWeb3.linkNfts', { serviceId: byId('64b7f1c2a9d3e45f60718293'), ...parameters });
	const find = (parameters: INodeParameters) =>
		action('memberCredential.find', { value: 'x', ...parameters });
	const verify = (parameters: INodeParameters) =>
		action('event.verify', { signature: 'sha256=0', ...parameters });
	const trigger = (parameters: INodeParameters): WorkflowNode => ({
		...transfer(''),
		type: 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger',
		parameters,
	});

	// Any text may be an ID here, and the execution reports an invalid one.
	it.each([
		transfer('64b7f1c2a9d3e45f60718293'),
		transfer('ada'),
		transfer('={{ $json.memberId }}'),
		...['64b7f1c2a9d3e45f60718294', 'é漢'].map(currency),
		currency(7),
		trigger({ events: ['quest.completed'] }),
		trigger({ options: { customEvents: 'game.level.reached' } }),
		webhook({ events: ['quest.completed'] }),
		webhook({ events: '={{ $json.events }}' }),
		webhook({ additionalFields: { customEvents: 'game.level.reached' } }),
		credit({ nftIds: ['1', '2'] }),
		credit({ selectionMode: 'all' }),
		credit({ selectionMode: '={{ $json.mode }}', nftIds: '={{ $json.ids }}' }),
		config({}),
		config({ configType: 'sales', targetUrl: 'https://example.com/hook' }),
		config({ configType: '={{ $json.type }}', targetUrl: '={{ $json.url }}' }),
		link({ activationIds: ['1', '2'] }),
		link({ activations: 'all' }),
		find({}),
		find({ source: 'shop' }),
		find({ type: 'custom', source: 'shop' }),
		find({ type: '={{ $json.type }}', source: '={{ $json.source }}' }),
		verify({}),
		verify({ bodyFrom: 'text', rawBody: '={{ $json.content }}' }),
	])('never stand at what may be right: %j', (node) => expect(parameterProblems(node)).toEqual([]));

	it.each([
		transfer(''),
		currency(''),
		trigger({}),
		trigger({ events: [] }),
		trigger({ options: { customEvents: '' } }),
		webhook({}),
		webhook({ events: [], additionalFields: { secret: 'x' } }),
		webhook({ additionalFields: { customEvents: '' } }),
		credit({}),
		credit({ selectionMode: 'exclude' }),
		config({ configType: 'sales' }),
		config({ configType: 'listings' }),
		link({}),
		find({ type: 'custom' }),
		action('memberCredential.transferBalance', { fromValue: 'x', toType: 'custom', toValue: 'y' }),
		verify({ bodyFrom: 'text' }),
	])('stand at %j', (node) => expect(parameterProblems(node)).not.toEqual([]));

	it('leave an optional choice alone', () => {
		const node = transfer('64b7f1c2a9d3e45f60718293');
		node.parameters.currencyId = { __rl: true, mode: 'id', value: '' };
		expect(parameterProblems(node)).toEqual([]);
	});
});

describe('what the tests fill in', () => {
	const [, example] = examples.find(([name]) => name === 'approve-large-payouts')!;
	const without = (words: string) => ({
		...example,
		nodes: example.nodes.map((node) => {
			const content = String(node.parameters.content).replaceAll(words, '');
			return isNote(node) ? { ...node, parameters: { ...node.parameters, content } } : node;
		}),
	});
	const fill = (workflow: typeof example) =>
		fillIn(workflow, {
			credential: CREDENTIAL,
			...sampleEntries(workflow),
			otherCredentials: { 'Ask for approval': { smtp: CREDENTIAL } },
		});

	it('is what the note asks for', () => expect(() => fill(example)).not.toThrow());

	it.each([
		['**Sender**', 'does not ask for **Sender** in Pay once'],
		['**From Email**', 'does not ask for **From Email** in Ask for approval'],
		['*SMTP* credential', 'does not ask for credential in Ask for approval'],
		['*Rewards and Engagement API* credential', 'does not ask for credential in Pay once'],
	])('is refused where the note does not ask for it: %s', (words, message) =>
		expect(() => fill(without(words))).toThrow(message),
	);
});

describe('the height of a note', () => {
	it('grows with lines, and with lines that are too long for its width', () => {
		const [one, two] = ['1. Do this', '1. Do this\n2. Do that'].map((text) => heightOfText(text, 400));
		expect(two).toBeGreaterThan(one!);
		expect(heightOfText('word '.repeat(100), 400)).toBeGreaterThan(heightOfText('word '.repeat(100), 800));
		expect(heightOfText('[page](https://example.com/a/long/address)', 200)).toBe(heightOfText('page', 200));
	});
});

describe('the check of parameters', () => {
	const [, workflow] = examples.find(([name]) => name === 'export-file')!;
	const wait = workflow.nodes.find(({ name }) => name.startsWith('Wait'))!;
	const withParameters = (parameters: object) => ({
		...wait,
		parameters: { ...wait.parameters, ...parameters },
	});

	it.each<[string, object]>([
		['a parameter that no operation has', { job: 1 }],
		['a parameter of another operation', { amount: 1 }],
		['an operation that the resource does not have', { operation: 'member.transferBalance' }],
		['a resource that does not exist', { resource: 'exports' }],
		['a field that the collection does not have', { additionalFields: { binaryPropertyName: 'x' } }],
		['a required parameter that is missing', { jobId: '' }],
	])('notices %s', (_what, parameters) =>
		expect(parameterProblems(withParameters(parameters))).not.toEqual([]),
	);
});

/** The problems of a node's parameters compared with its description, in words. */
function parameterProblems(node: WorkflowNode): string[] {
	const type = ownTypes[node.type.split('.')[1] ?? ''];
	if (!type) return [`${node.name}: there is no node type ${node.type}`];
	const { description } = type;
	const given = node.parameters as INodeParameters;
	const shown = shownProperties(node);
	const known = node.type.endsWith('Tool') ? TOOL_PARAMETERS : description.polling ? POLL_PARAMETERS : [];
	const issues = NodeHelpers.getNodeParametersIssues(
		description.properties,
		{ ...node, parameters: valuesOf(node, description) },
		description,
	);
	return [
		...Object.entries(given)
			.filter(([name]) => !known.includes(name))
			.flatMap(([name, value]) => {
				const property = shown.find((candidate) => candidate.name === name);
				return property ? valueProblems(property, value) : [`no parameter ${name}`];
			}),
		...Object.values(issues?.parameters ?? {}).flat(),
	].map((problem) => `${node.name}: ${problem}`);
}

/** The labels of the fields that n8n shows for a node, as far as they can be known here. */
function labelsOf(node: WorkflowNode): string[] {
	const shown = isOwn(node) ? shownProperties(node) : [];
	const inner = shown.flatMap(({ options = [] }) => options as INodeProperties[]);
	return [...[...shown, ...inner].map(({ displayName }) => displayName), ...emptyLabelsOf(node)];
}

/** The values of a node, including those that equal the default. */
function valuesOf(node: WorkflowNode, description: INodeTypeDescription): INodeParameters {
	const given = node.parameters as INodeParameters;
	return NodeHelpers.getNodeParameters(description.properties, given, true, false, node, description)!;
}

/** The parameters that n8n shows for a node of this package with its values. */
function shownProperties(node: WorkflowNode): INodeProperties[] {
	const { description } = ownTypes[node.type.split('.')[1] ?? '']!;
	const values = valuesOf(node, description);
	return description.properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node as INode, description),
	);
}

function valueProblems(property: INodeProperties, value: unknown): string[] {
	const options = property.options ?? [];
	if (property.type === 'collection') {
		const fields = options as INodeProperties[];
		return Object.entries(value as object).flatMap(([name, inner]) => {
			// Operations may have a field of the same name with other words.
			const forms = fields.filter((field) => field.name === name).map((field) => valueProblems(field, inner));
			const fitting = forms.find((problems) => problems.length === 0);
			return fitting ?? forms[0] ?? [`no field ${name} in ${property.name}`];
		});
	}
	const isList = property.type === 'options' || property.type === 'multiOptions';
	if (!isList || property.allowArbitraryValues) return [];
	const words = (options as Array<INodePropertyOptions | INodePropertyCollection>).map((option) =>
		'value' in option ? option.value : option.name,
	);
	return [value]
		.flat()
		.filter((word) => !String(word).startsWith('=') && !words.includes(word as string))
		.map((word) => `${property.name} cannot be ${String(word)}`);
}

/** The IDs that n8n gives to the rows of Edit Fields and of conditions. */
function assignmentIds(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const own = 'id' in value && typeof value.id === 'string' ? [value.id] : [];
	return [...own, ...Object.values(value).flatMap(assignmentIds)];
}

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** The area of a node, with room for its name below. */
function boxOf({ position: [left, top], type, parameters }: WorkflowNode): Box {
	const isAgent = type.endsWith('.agent');
	const width = isNote({ type } as WorkflowNode) ? Number(parameters.width) : isAgent ? 220 : 100;
	const height = isNote({ type } as WorkflowNode) ? Number(parameters.height) : 130;
	return { left, top, right: left + width, bottom: top + height };
}

function overlap(one: Box, other: Box): boolean {
	return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
