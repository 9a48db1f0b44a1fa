// Falls with nodes/RewardsEngagement/once/origin.ts.

import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../nodes/RewardsEngagement/errors';
import { TriggerEventResolver } from '../../nodes/RewardsEngagement/once/origin';

const TRIGGER = 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger';

/** A node, and what each of its runs in this execution returned: ids of events, or items. */
interface Node {
	type: string;
	parameters?: object;
	disabled?: boolean;
	runs?: unknown[][];
	/** What failed in the first run. */
	failed?: unknown[];
}

/** The run and the item that an item comes from. Without one, n8n does not know it. */
type Origin = [run: number, item: number] | 'failed' | 'nothing' | undefined;

interface Workflow {
	mode?: string;
	nodes: Record<string, Node>;
	/** This n8n stores the output of nodes elsewhere. */
	isHidden?: boolean;
	/** This n8n gives copies of items to expressions. */
	copies?: boolean;
	/** The output of nodes that were removed from the workflow, by name: ids of events. */
	gone?: Record<string, unknown[]>;
	/** The origin of each item by index, in every node, or in each node by name. */
	origins?: Origin[] | Record<string, Origin[]>;
	/** The previous nodes of each node, by name. */
	before?: Record<string, string[]>;
	/** n8n's data of a run without output. */
	nothing?: unknown;
}

/** n8n's data of these nodes, and the items of its `$('name')`, which are the same objects. */
function resolverOf({ mode = 'webhook', nodes, gone = {}, origins = [], before = {}, ...more }: Workflow) {
	const itemOf = (event: unknown) => ({
		json: typeof event === 'object' && event ? event : { eventId: event },
	});
	const kept = new Map(
		Object.entries(nodes).flatMap(([name, { runs, failed = [] }]) =>
			runs ? [[name, { runs: runs.map((ids) => ids.map(itemOf)), failed: failed.map(itemOf) }]] : [],
		),
	);
	const dollar = (itemIndex: number) => (name: string, isWhole: boolean) => {
		expect(isWhole).toBe(true);
		const node = kept.get(name);
		return {
			get item() {
				const origin = (Array.isArray(origins) ? origins : origins[name])?.[itemIndex];
				if (!origin) throw new Error('paired item data is missing');
				if (origin === 'nothing') return undefined;
				const item = origin === 'failed' ? node?.failed[0] : node?.runs[origin[0]]?.[origin[1]];
				return more.copies ? { ...item } : item;
			},
		};
	};
	const { nothing = { data: { main: [] } } } = more;
	const keptRuns = [...kept].map(([name, { runs, failed }]) => [
		name,
		runs.map((items, run) => {
			const main = run === 0 && failed.length > 0 ? [items, failed] : [items];
			return main.flat().length > 0 ? { data: { main } } : nothing;
		}),
	]);
	const goneRuns = Object.entries(gone).map(([name, ids]) => [name, [{ data: { main: [ids.map(itemOf)] } }]]);
	const runData = Object.fromEntries([...keptRuns, ...goneRuns]) as object;
	return new TriggerEventResolver({
		getMode: () => mode,
		getNode: () => ({ name: 'Pay' }),
		getParentNodes: (of: string) => (before[of] ?? []).map((name) => ({ name })),
		workflow: {
			nodes: Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, { name, ...node }])),
		},
		runExecutionData: { resultData: more.isHidden ? undefined : { runData } },
		getWorkflowDataProxy: (itemIndex: number) => ({ $: dollar(itemIndex) }),
	} as unknown as IExecuteFunctions);
}
const idOf = (workflow: Workflow) => resolverOf(workflow).of(0)?.id;

const trigger = (...events: unknown[]): Node => ({ type: TRIGGER, runs: [events] });
const verify = (events: unknown[], failed?: unknown[]): Node => ({
	type: 'x.rewardsEngagement',
	parameters: { resource: 'event' },
	runs: [events],
	failed,
});
const pay: Node = { type: 'x.rewardsEngagement' };
const failing = verify([undefined], [undefined]);
const artificial = { isArtificialRecoveredEventItem: true };
const first: Origin = [0, 0];

const one = { 'A "b"': trigger('e1'), Pay: pay };
const two = { V: verify(['e1']), W: verify(['e2']) };
const twoRuns = { V: { ...verify([]), runs: [[], ['e1']] } };
const both = { Pay: ['V', 'W'] };
/** Stands for both events, in n8n's store too. */
const ofBoth = createHash('sha256').update('e1 e2').digest('hex').slice(0, 24);

describe('the event of an item', () => {
	it.each<[string, Workflow]>([
		['another node gave none', { nodes: { ...one, V: verify([undefined]) } }],
		['something failed in a node that is off', { nodes: { ...one, V: { ...failing, disabled: true } } }],
		// The item may have failed, or come from the event.
		['something failed in another node', { nodes: { ...one, V: failing } }],
		['its node gave nothing before', { nodes: twoRuns }],
		['its node gave no list before', { nodes: twoRuns, nothing: { data: { main: [null] } } }],
		['its node gave no output before', { nodes: twoRuns, nothing: { data: { main: null } } }],
		['n8n names an artificial item', { nodes: { T: trigger('e1', artificial) }, origins: [[0, 1]] }],
		['two nodes gave it', { nodes: { V: two.V, W: two.V }, before: both, origins: [first] }],
	])('is the only one, also where %s', (_what, workflow) => {
		const resolver = resolverOf(workflow);
		expect(resolver.of(0)).toEqual({ id: 'e1', delivery: '' });
		expect(resolver.isAnyOf).toBe(false);
	});

	it.each<[string, Node]>([
		['whose name goes on', { ...trigger('no'), type: `${TRIGGER}s` }],
		['whose name starts otherwise', { ...trigger('no'), type: 'xrewardsEngagementTrigger' }],
		['that is another trigger', { ...trigger('no'), type: 'x.rewardsEngagementPullTrigger' }],
		['that pays', { ...pay, runs: [['no']] }],
		['of another kind with that resource', { ...verify(['no']), type: 'x.rewardsEngagementOther' }],
	])('is none of a node %s', (_what, T) => expect(idOf({ nodes: { T } })).toBeUndefined());

	it.each<[string, Workflow]>([
		['comes from what is no event', { nodes: { T: trigger('e1', 7) }, origins: [[0, 1]] }],
		['comes from an event without an ID', { nodes: { T: trigger('e1', '') }, origins: [[0, 1]] }],
		[
			'failed in a run without an event',
			{ nodes: { V: { ...failing, runs: [[], ['e1']] } }, origins: ['failed'] },
		],
		[
			'failed beside an event of another node',
			{ nodes: { V: two.V, W: failing }, before: both, origins: { W: ['failed'] } },
		],
		['was made after a crash without an event', { nodes: { T: trigger(artificial) } }],
	])('is none where it %s', (_what, workflow) => expect(idOf(workflow)).toBeUndefined());

	it.each<[string, Workflow]>([
		['comes from an unknown one', { nodes: { T: trigger('e2', 'e1') } }],
		['comes from an unknown one of which one came twice', { nodes: { T: trigger('e1', 'e2', 'e1') } }],
		['has no origin', { nodes: { T: trigger('e1', 'e2') }, origins: ['nothing'] }],
		['has a copy as its origin', { nodes: { T: trigger('e1', 'e2') }, origins: [first], copies: true }],
		['has an artificial origin', { nodes: { T: trigger('e1', 'e2', artificial) }, origins: [[0, 2]] }],
		['comes from one of two nodes', { nodes: two, before: both }],
		['comes from one of two nodes that do not lead here', { nodes: two }],
	])('stands for all of them where it %s', (_what, workflow) => {
		const resolver = resolverOf(workflow);
		expect(resolver.of(0)).toEqual({ id: ofBoth, delivery: '' });
		expect(resolver.isAnyOf).toBe(true);
	});

	it('stands for those of two nodes that it comes from, and tells their deliveries apart', () => {
		const merged = { nodes: two, before: both, origins: [first] };
		expect(idOf(merged)).toBe(ofBoth);
		const V = verify(['e1', 'e1']);
		const again = { ...merged, nodes: { V, W: two.W }, origins: { V: [[0, 1]], W: [first] } as const };
		expect(resolverOf(again as unknown as Workflow).of(0)).toEqual({ id: ofBoth, delivery: '0.1' });
		const twice: Workflow = { ...merged, nodes: { V, W: verify(['e2', 'e2']) }, origins: [[0, 1]] };
		expect(resolverOf(twice).of(0)?.delivery).toBe('0.1 0.1');
	});

	it.each([two, { W: two.W, V: two.V }])(
		'is that of the nearest node, where one leads to the other',
		(nodes) => {
			const origins = { V: [first, first], W: [first] };
			const resolver = resolverOf({ nodes, before: { ...both, W: ['V'] }, origins });
			expect([0, 1].map((item) => resolver.of(item)?.id)).toEqual(['e2', 'e1']);
			const around = { ...both, V: ['W'], W: ['V'] };
			expect(idOf({ nodes, before: around, origins: [first] })).toBe(ofBoth);
		},
	);

	it('is that of the node before, for what failed to be verified behind it', () => {
		const origins: Workflow['origins'] = { V: [first], W: ['failed'] };
		expect(idOf({ nodes: { V: two.V, W: failing }, before: { ...both, W: ['V'] }, origins })).toBe('e1');
	});
});

describe('in a retry of a workflow that lost a node since', () => {
	const retried = (gone: Workflow['gone'], nodes: Workflow['nodes'] = one, origins?: Origin[]) => {
		try {
			return idOf({ mode: 'retry', nodes, gone, origins });
		} catch (thrown) {
			const { message, advice } = (thrown as Problem).told;
			return [message, advice];
		}
	};
	const refused = (node: string) => [
		`The node "${node}" was renamed or removed since the original execution`,
		'Without that node, the event of this item is unknown, so a duplicate cannot be ruled out. Retry with the original workflow, or restore the name of the node. Nothing was sent.',
	];

	it('it is the only one that is left, unless the lost node gave another', () => {
		expect(retried({ Set: [undefined, '', 7], Split: ['e1', 'e1'] })).toBe('e1');
		expect(retried({ Set: [], Verify: [undefined, 'e2'] })).toEqual(refused('Verify'));
		expect(retried({ Verify: ['e2', undefined] })).toEqual(refused('Verify'));
	});

	it('it is none where no event is left, unless the lost node gave one', () => {
		expect(retried({ Set: [undefined] }, { Pay: pay })).toBeUndefined();
		expect(retried({ Set: [undefined], Verify: ['e1'] }, { Pay: pay })).toEqual(refused('Verify'));
	});

	it.each<Workflow['nodes']>([{ T: trigger('e1', 'e2') }, { T: trigger('e1'), P: trigger('e1') }])(
		'it cannot be told where several are left, however they are given',
		(nodes) => {
			expect(retried({ Set: [undefined], Split: [] }, nodes, [first])).toEqual(refused('Set'));
			expect(retried({}, nodes, [first])).toBe('e1');
		},
	);

	it('it does not matter elsewhere', () => expect(idOf({ nodes: one, gone: { Verify: ['e2'] } })).toBe('e1'));
});

it('is refused for every item where n8n does not show what nodes gave, because it may have been paid', () => {
	for (const mode of ['webhook', 'retry']) {
		const resolver = resolverOf({ mode, nodes: one, isHidden: true });
		for (const item of [0, 1]) {
			expect(() => resolver.of(item)).toThrow(Problem);
			expect(() => resolver.of(item)).toThrow('cannot show what other nodes returned');
		}
	}
	expect(idOf({ mode: 'retry', nodes: { Pay: pay }, isHidden: true })).toBeUndefined();
	expect(idOf({ mode: 'manual', nodes: one, isHidden: true })).toBeUndefined();
});
