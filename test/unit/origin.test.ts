// Falls with nodes/RewardsEngagement/once/origin.ts.

import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../nodes/RewardsEngagement/errors';
import { TriggerEventResolver } from '../../nodes/RewardsEngagement/once/origin';

const TRIGGER = 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger';

interface Workflow {
	mode?: string;
	/** By name: the type, and the event ids or items of each of its runs in this execution, if it ran. */
	nodes: Record<
		string,
		{
			type: string;
			parameters?: object;
			disabled?: boolean;
			events?: unknown[];
			runs?: unknown[][];
			failed?: unknown[];
		}
	>;
	/** n8n's data of a run without output. */
	nothing?: unknown;
	/** This n8n stores the output of nodes elsewhere. */
	isHidden?: boolean;
	/** This n8n gives copies of items to expressions. */
	copies?: boolean;
	/** The output of nodes that were removed from the workflow, by name: ids of events. */
	gone?: Record<string, unknown[]>;
	/** The source run and item of each item by index. Without an entry, n8n does not know it. */
	origins?: Array<[run: number, item: number] | 'failed' | 'nothing'>;
	/** The same, when it differs for each node. */
	originsIn?: Record<string, Workflow['origins']>;
	/** The previous nodes of each node, by name. */
	before?: Record<string, string[]>;
}

/** n8n's data of these nodes, and the items of its `$('name')`, which are the same objects. */
function contextOf({ mode = 'webhook', nodes, gone = {}, origins = [], ...more }: Workflow) {
	const { nothing = { data: { main: [] } }, isHidden = false, copies = false, originsIn, before = {} } = more;
	const asked: string[] = [];
	const itemOf = (event: unknown) => ({
		json: typeof event === 'object' && event ? event : { eventId: event },
	});
	const kept = new Map(
		Object.entries(nodes).flatMap(([name, { events, runs = events && [events], failed = [] }]) =>
			runs ? [[name, { runs: runs.map((ids) => ids.map(itemOf)), failed: failed.map(itemOf) }]] : [],
		),
	);
	const dollar = (itemIndex: number) => (name: string, isWhole: boolean) => {
		expect(isWhole).toBe(true);
		const node = kept.get(name);
		return {
			get item() {
				const origin = (originsIn ? originsIn[name] : origins)?.[itemIndex];
				if (!origin) throw new Error('paired item data is missing');
				if (origin === 'nothing') return undefined;
				const item = origin === 'failed' ? node?.failed[0] : node?.runs[origin[0]]?.[origin[1]];
				return copies ? { ...item } : item;
			},
		};
	};
	/** The failed items failed in the first run. */
	const keptRuns = [...kept].map(([name, { runs, failed }]) => [
		name,
		runs.map((items, run) => {
			const main = run === 0 && failed.length > 0 ? [items, failed] : [items];
			return main.flat().length > 0 ? { data: { main } } : nothing;
		}),
	]);
	const goneRuns = Object.entries(gone).map(([name, ids]) => [name, [{ data: { main: [ids.map(itemOf)] } }]]);
	const context = {
		getMode: () => mode,
		getNode: () => ({ name: 'Pay' }),
		getParentNodes: (of: string) => (before[of] ?? []).map((name) => ({ name })),
		workflow: {
			nodes: Object.fromEntries(
				Object.entries(nodes).map(([name, { type, parameters, disabled }]) => [
					name,
					{ name, type, parameters, disabled },
				]),
			),
		},
		runExecutionData: {
			get resultData() {
				asked.push('run data');
				return isHidden ? undefined : { runData: Object.fromEntries([...keptRuns, ...goneRuns]) as object };
			},
		},
		getWorkflowDataProxy: (itemIndex: number) => ({ $: dollar(itemIndex) }),
	} as unknown as IExecuteFunctions;
	const source = new TriggerEventResolver(context);
	return { source, asked, idOf: (item: number) => source.of(item)?.id };
}

const one = { 'A "b"': { type: TRIGGER, events: ['e1'] }, Pay: { type: 'x.rewardsEngagement' } };

it('is the only event of the trigger that ran, for every item, and n8n is asked for it once', () => {
	const { source, asked } = contextOf({ nodes: one });
	const event = { id: 'e1', delivery: '' };
	expect([0, 1, 2].map((item) => source.of(item))).toEqual([event, event, event]);
	expect(asked).toHaveLength(1);
});

it('is none in a test run, and n8n is not even asked', () => {
	const { source, asked } = contextOf({ mode: 'manual', nodes: one });
	expect(source.of(0)).toBeUndefined();
	expect(asked).toEqual([]);
});

it.each(['retry', 'trigger', 'webhook', 'integrated'])('is there in an execution of mode %s', (mode) => {
	expect(contextOf({ mode, nodes: one }).idOf(0)).toBe('e1');
});

it('is none where no trigger of this package ran, and that is looked for once', () => {
	const { source, asked } = contextOf({
		nodes: { T: { type: TRIGGER }, Other: { type: `${TRIGGER}s`, events: ['no'] }, W: { type: 'webhook' } },
	});
	expect([source.of(0), source.of(1)]).toEqual([undefined, undefined]);
	expect(asked).toHaveLength(1);
});

it('may be that of the workflow which called this one, also in a retry, and not in other runs', () => {
	const called = { C: { type: 'n8n-nodes-base.executeWorkflowTrigger', events: ['x'] }, Pay: { type: 'x' } };
	const notCalled = { C: { type: 'n8n-nodes-base.executeWorkflowTrigger' }, Pay: { type: 'x' } };
	const several = {
		W: { type: 'n8n-nodes-base.webhook', events: ['x'] },
		C: { type: 'n8n-nodes-base.executeWorkflowTrigger' },
		D: { type: 'n8n-nodes-base.executeWorkflowTrigger', events: ['x'] },
	};
	const other = { C: { type: 'n8n-nodes-base.executeWorkflowTriggerOfAnother', events: ['x'] } };
	const mayBe = (mode: string, nodes: Workflow['nodes']) => contextOf({ mode, nodes }).source.mayBeHidden;
	expect(mayBe('integrated', notCalled)).toBe(true);
	expect(mayBe('retry', called)).toBe(true);
	expect(mayBe('retry', notCalled)).toBe(false);
	expect(mayBe('retry', several)).toBe(true);
	expect(mayBe('retry', { constructor: notCalled.C })).toBe(false);
	expect(mayBe('retry', { W: several.W, ...notCalled })).toBe(false);
	expect(mayBe('retry', other)).toBe(false);
	for (const mode of ['webhook', 'trigger', 'manual']) expect(mayBe(mode, called)).toBe(false);
});

it('is left out only in a test run of a workflow that events start', () => {
	const isLeftOut = (mode: string, nodes: Workflow['nodes']) => contextOf({ mode, nodes }).source.isLeftOut;
	expect(isLeftOut('manual', one)).toBe(true);
	expect(isLeftOut('manual', { Pay: { type: 'x.rewardsEngagement' } })).toBe(false);
	for (const mode of ['webhook', 'trigger', 'retry']) expect(isLeftOut(mode, one)).toBe(false);
});

it('is that of the trigger that ran, where there are several', () => {
	const nodes = { T: { type: TRIGGER }, P: { type: 'x.rewardsEngagementPollTrigger', events: ['polled'] } };
	expect(contextOf({ nodes }).idOf(0)).toBe('polled');
});

it('is none of a node whose type only looks like the trigger', () => {
	for (const type of ['xrewardsEngagementTrigger', 'x.rewardsEngagementPullTrigger', 'x.rewardsEngagement']) {
		expect(contextOf({ nodes: { T: { type, events: ['no'] } } }).source.of(0)).toBeUndefined();
	}
	const parameters = { resource: 'event' };
	const tool = { T: { type: 'x.rewardsEngagementOther', parameters, events: ['no'] } };
	expect(contextOf({ nodes: tool }).source.of(0)).toBeUndefined();
});

it.each([undefined, null, '', 7])('is none where the only event has the id %p', (eventId) => {
	expect(contextOf({ nodes: { T: { type: TRIGGER, events: [eventId] } } }).source.of(0)).toBeUndefined();
});

describe('where several events were given', () => {
	const nodes = { T: { type: TRIGGER, events: ['e2', 'e1'] } };

	it('it is the one that the item comes from', () => {
		const { idOf } = contextOf({
			nodes,
			origins: [
				[0, 1],
				[0, 0],
			],
		});
		expect([0, 1].map(idOf)).toEqual(['e1', 'e2']);
	});

	it.each([
		undefined,
		null,
		{},
		{ data: {} },
		{ data: { main: null } },
		{ data: { main: [null] } },
		{ data: { main: [[]] } },
	])('it is that also in runs of a loop, of which one gave nothing: %j', (nothing) => {
		const looped = { T: { type: TRIGGER, runs: [['e1'], [], ['e2', 'e1'], ['e3']] } };
		const { source } = contextOf({
			nodes: looped,
			nothing,
			origins: [
				[0, 0],
				[2, 0],
				[2, 1],
				[3, 0],
			],
		});
		expect([0, 1, 2, 3].map((item) => source.of(item))).toEqual([
			{ id: 'e1', delivery: '' },
			{ id: 'e2', delivery: '' },
			{ id: 'e1', delivery: '2.1' },
			{ id: 'e3', delivery: '' },
		]);
	});

	it('an item whose origin n8n cannot tell stands for all of them, in whatever order they came', () => {
		const { idOf } = contextOf({ nodes });
		const all = idOf(0);
		expect(all).toMatch(/^[0-9a-f]{24}$/);
		expect(idOf(1)).toBe(all);
		const ofEvents = (...events: string[]) => contextOf({ nodes: { T: { type: TRIGGER, events } } }).idOf(0);
		expect(ofEvents('e1', 'e2')).toBe(all);
		expect(ofEvents('e1', 'e2', 'e1')).toBe(all);
		expect(ofEvents('e1', 'e3')).not.toBe(all);
		expect(ofEvents('a', 'bc')).not.toBe(ofEvents('ab', 'c'));
		expect(contextOf({ nodes }).source.of(0)?.delivery).toBe('');
	});

	it('the deliveries of one event are told apart, the first without a mark', () => {
		const { source } = contextOf({
			nodes: { T: { type: TRIGGER, runs: [['e1', 'e2', 'e1'], ['e1']] } },
			origins: [
				[0, 0],
				[0, 1],
				[0, 2],
				[1, 0],
			],
		});
		const deliveries = [0, 1, 2, 3].map((item) => source.of(item)?.delivery);
		expect(deliveries).toEqual(['', '', '0.2', '1.0']);
	});

	it('an item that comes from something that is no event has none', () => {
		const mixed = { T: { type: TRIGGER, events: ['e1', undefined, ''] } };
		const { source, idOf } = contextOf({
			nodes: mixed,
			origins: [
				[0, 1],
				[0, 2],
				[0, 0],
			],
		});
		expect([source.of(0), source.of(1), idOf(2)]).toEqual([undefined, undefined, 'e1']);
	});
});

it('is none for an item that failed to be verified, beside an event that did not', () => {
	const nodes = {
		V: {
			type: 'x.rewardsEngagement',
			parameters: { resource: 'event' },
			events: ['e1'],
			failed: [undefined],
		},
	};
	const { source, idOf } = contextOf({ nodes, origins: [[0, 0], 'failed'] });
	expect([idOf(0), source.of(1)]).toEqual(['e1', undefined]);
});

it('is the only one also where a run before it gave nothing, and none for what failed in that run', () => {
	const verify = { type: 'x.rewardsEngagement', parameters: { resource: 'event' }, runs: [[], ['e1']] };
	expect(contextOf({ nodes: { V: verify } }).idOf(0)).toBe('e1');
	const nodes = { V: { ...verify, failed: [undefined] } };
	expect(contextOf({ nodes, origins: ['failed'] }).source.of(0)).toBeUndefined();
});

it('is the only one also where another node gave none, or something failed there', () => {
	const other = { type: 'x.rewardsEngagement', parameters: { resource: 'event' }, events: [undefined] };
	const event = { id: 'e1', delivery: '' };
	for (const more of [{}, { disabled: true }, { disabled: true, failed: [undefined] }]) {
		const { source } = contextOf({ nodes: { ...one, V: { ...other, ...more } } });
		expect(source.of(0)).toEqual(event);
	}
	const failed = { ...other, failed: [undefined] };
	// The item may have failed, or come from the event.
	const { idOf, source } = contextOf({ nodes: { ...one, V: failed } });
	expect([idOf(0), source.isAnyOf]).toEqual(['e1', false]);
});

describe('in a retry of a workflow that lost a node since', () => {
	const retried = (
		gone: Record<string, unknown[]>,
		nodes: Workflow['nodes'] = one,
		more: Partial<Workflow> = {},
	) => contextOf({ mode: 'retry', nodes, gone, ...more }).idOf;
	const wordsOf = (idOf: (item: number) => unknown) => {
		try {
			return idOf(0);
		} catch (thrown) {
			const { message, advice } = (thrown as Problem).told;
			return [message, advice];
		}
	};
	const refused = (node: string) => [
		`The node "${node}" was renamed or removed since the original execution`,
		'Without that node, the event of this item is unknown, so a duplicate cannot be ruled out. Retry with the original workflow, or restore the name of the node. Nothing was sent.',
	];
	const two = { T: { type: TRIGGER, events: ['e1', 'e2'] } };
	const both = { T: { type: TRIGGER, events: ['e1'] }, P: { type: TRIGGER, events: ['e1'] } };

	it('it is the only one that is left, unless the lost node gave another', () => {
		expect(wordsOf(retried({ Set: [undefined, '', 7], Split: ['e1', 'e1'] }))).toBe('e1');
		expect(wordsOf(retried({ Set: [], Verify: [undefined, 'e2'] }))).toEqual(refused('Verify'));
		expect(wordsOf(retried({ Verify: ['e2', undefined] }))).toEqual(refused('Verify'));
	});

	it('it is none where no event is left, unless the lost node gave one', () => {
		const none = { Pay: { type: 'x.rewardsEngagement' } };
		expect(wordsOf(retried({ Set: [undefined] }, none))).toBeUndefined();
		expect(wordsOf(retried({ Set: [undefined], Verify: ['e1'] }, none))).toEqual(refused('Verify'));
	});

	it('it cannot be told where several are left, however they are given', () => {
		const item: [number, number] = [0, 0];
		for (const nodes of [two, both]) {
			expect(wordsOf(retried({ Set: [undefined], Split: [] }, nodes, { origins: [item] }))).toEqual(
				refused('Set'),
			);
			expect(wordsOf(retried({}, nodes, { origins: [item] }))).toBe('e1');
		}
	});

	it('it is refused for every item', () => {
		const idOf = retried({ Verify: ['e2'] });
		expect(() => idOf(0)).toThrow(Problem);
		expect(() => idOf(1)).toThrow(Problem);
	});

	it('it does not matter elsewhere', () => {
		expect(contextOf({ nodes: one, gone: { Verify: ['e2'] } }).idOf(0)).toBe('e1');
	});
});

describe('where several nodes gave events', () => {
	const V = (events: unknown[], failed?: unknown[]) => ({
		type: 'x.rewardsEngagement',
		parameters: { resource: 'event' },
		events,
		failed,
	});
	const first: [number, number] = [0, 0];
	const nodes = { V: V(['e1']), W: V(['e2']) };
	const both = { Pay: ['V', 'W'] };

	it('it is that of the one which the item comes from', () => {
		const originsIn = { V: [first], W: [undefined as never, first] };
		const { idOf } = contextOf({ nodes, before: both, originsIn });
		expect([0, 1].map(idOf)).toEqual(['e1', 'e2']);
	});

	it('it is that of the one which leads here, for every item', () => {
		expect(contextOf({ nodes, before: { Pay: ['W'] } }).idOf(0)).toBe('e2');
	});

	it('it is that of the nearest, where one leads to the other', () => {
		for (const chained of [nodes, { W: nodes.W, V: nodes.V }]) {
			const { idOf } = contextOf({
				nodes: chained,
				before: { ...both, W: ['V'] },
				originsIn: { V: [first, first], W: [first] },
			});
			expect([0, 1].map(idOf)).toEqual(['e2', 'e1']);
		}
		const around = contextOf({ nodes, before: { ...both, V: ['W'], W: ['V'] }, origins: [first] });
		expect(around.idOf(0)).toMatch(/^[0-9a-f]{24}$/);
	});

	it('it is that of the one before, for what failed to be verified behind it', () => {
		const { idOf } = contextOf({
			nodes: { V: nodes.V, W: V([undefined], [undefined]) },
			before: { ...both, W: ['V'] },
			originsIn: { V: [first], W: ['failed'] },
		});
		expect(idOf(0)).toBe('e1');
	});

	it('it is none for what failed in one, beside an event of another', () => {
		const { source } = contextOf({
			nodes: { V: nodes.V, W: V([undefined], [undefined]) },
			before: both,
			originsIn: { W: ['failed'] },
		});
		expect(source.of(0)).toBeUndefined();
	});

	it('an item that comes from several, or n8n cannot tell from which, stands for all of them', () => {
		const merged = contextOf({ nodes, before: both, origins: [first] }).idOf(0);
		expect(merged).toMatch(/^[0-9a-f]{24}$/);
		expect(contextOf({ nodes, before: both }).idOf(0)).toBe(merged);
		expect(contextOf({ nodes }).idOf(0)).toBe(merged);
		const same = { V: V(['e1']), W: V(['e1']) };
		expect(contextOf({ nodes: same, before: both, origins: [first] }).idOf(0)).toBe('e1');
		const again = { V: V(['e1', 'e1']), W: V(['e2']) };
		const { source } = contextOf({ nodes: again, before: both, originsIn: { V: [[0, 1]], W: [first] } });
		expect(source.of(0)).toEqual({ id: merged, delivery: '0.1' });
		const twice = { V: V(['e1', 'e1']), W: V(['e2', 'e2']) };
		const deliveries = contextOf({ nodes: twice, before: both, origins: [[0, 1]] }).source.of(0)?.delivery;
		expect(deliveries).toBe('0.1 0.1');
	});
});

describe('where n8n does not show what nodes gave', () => {
	const called = { C: { type: 'n8n-nodes-base.executeWorkflowTrigger' } };

	it('it is refused for every item, because the event may have been paid', () => {
		for (const mode of ['webhook', 'retry']) {
			const { idOf } = contextOf({ mode, nodes: one, isHidden: true });
			for (const item of [0, 1]) {
				expect(() => idOf(item)).toThrow(Problem);
				expect(() => idOf(item)).toThrow('cannot show what other nodes returned');
			}
		}
	});

	it('it is none in a workflow that no event can start, and in a test run', () => {
		for (const mode of ['webhook', 'retry'])
			expect(contextOf({ mode, nodes: called, isHidden: true }).idOf(0)).toBeUndefined();
		expect(contextOf({ mode: 'manual', nodes: one, isHidden: true }).idOf(0)).toBeUndefined();
	});

	it('it may be that of the workflow which called this one', () => {
		const mayBe = (nodes: Workflow['nodes']) =>
			contextOf({ mode: 'retry', nodes, isHidden: true }).source.mayBeHidden;
		expect([mayBe(called), mayBe(one)]).toEqual([true, false]);
	});
});

it('an item that n8n gives as another object may come from any event', () => {
	const nodes = { T: { type: TRIGGER, events: ['e1', 'e2'] } };
	const any = contextOf({ nodes }).idOf(0);
	expect(contextOf({ nodes, origins: [[0, 0]], copies: true }).idOf(0)).toBe(any);
	expect(contextOf({ nodes, origins: ['nothing'] }).idOf(0)).toBe(any);
});

describe('an item that n8n cannot trace', () => {
	const events = (ids: unknown[], origins?: Workflow['origins']) =>
		contextOf({ nodes: { T: { type: TRIGGER, events: ids } }, ...(origins && { origins }) });

	it('stands for a set of one event with the ID of that event', () => {
		const { source } = events(['e1', 'e1']);
		expect(source.of(0)).toEqual({ id: 'e1', delivery: '' });
		expect(source.isAnyOf).toBe(false);
	});

	it('may come from any of several events, which a traced item does not', () => {
		const { source, idOf } = events(['e1', 'e2'], [[0, 1]]);
		expect([idOf(0), source.isAnyOf]).toEqual(['e2', false]);
		expect(idOf(1)).toMatch(/^[0-9a-f]{24}$/);
		expect(source.isAnyOf).toBe(true);
	});
});

describe('after a crash', () => {
	const artificial = { isArtificialRecoveredEventItem: true };

	it('an item that n8n traces to an artificial one has the event of the trigger', () => {
		const nodes = { T: { type: TRIGGER, events: ['e1', artificial] } };
		expect(contextOf({ nodes, origins: [[0, 1]] }).idOf(0)).toBe('e1');
	});

	it('it may come from any of several events', () => {
		const nodes = { T: { type: TRIGGER, events: ['e1', 'e2', artificial] } };
		const { source, idOf } = contextOf({ nodes, origins: [[0, 2]] });
		expect(idOf(0)).toMatch(/^[0-9a-f]{24}$/);
		expect(source.isAnyOf).toBe(true);
	});

	it('has no event where no trigger gave one', () => {
		expect(contextOf({ nodes: { T: { type: TRIGGER, events: [artificial] } } }).idOf(0)).toBeUndefined();
	});
});
