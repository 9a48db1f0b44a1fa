import { runInNewContext } from 'node:vm';

import type { IExecuteFunctions } from 'n8n-workflow';

import { EventSource } from '../../nodes/RewardsEngagement/idempotency/eventSource';

const TRIGGER = 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger';

interface Workflow {
	mode?: string;
	/** By name: type, and ids of the events that it gave in this execution, if it ran. */
	nodes: Record<string, { type: string; events?: unknown[] }>;
	/** Of the items by index, the event that they come from; where there is none, n8n cannot tell. */
	origins?: unknown[];
}

/** Evaluates what n8n would, for these nodes: `$('name')` with what it has of a node's output. */
function contextOf({ mode = 'webhook', nodes, origins = [] }: Workflow) {
	const asked: string[] = [];
	const dollar = (itemIndex: number) => (name: string) => {
		const { events } = nodes[name]!;
		const items = (events ?? []).map((eventId) => ({ json: { eventId } }));
		return {
			isExecuted: events !== undefined,
			all: () => items,
			first: () => items[0],
			get item() {
				if (!(itemIndex in origins)) throw new Error('paired item data is missing');
				return { json: { eventId: origins[itemIndex] } };
			},
		};
	};
	const context = {
		getMode: () => mode,
		getNode: () => ({ name: 'Pay' }),
		getParentNodes: () => [],
		workflow: {
			nodes: Object.fromEntries(Object.entries(nodes).map(([name, { type }]) => [name, { name, type }])),
		},
		evaluateExpression: (expression: string, itemIndex: number): unknown => {
			asked.push(expression);
			const code = /^\{\{ (.*) \}\}$/s.exec(expression)?.[1] ?? 'undefined';
			return runInNewContext(code, { $: dollar(itemIndex), String }) as unknown;
		},
	} as unknown as IExecuteFunctions;
	return { source: new EventSource(context), asked };
}

const one = { 'A "b"': { type: TRIGGER, events: ['e1'] }, Pay: { type: 'x.rewardsEngagement' } };

it('is the only event of the trigger that ran, for every item, and n8n is asked for it once', () => {
	const { source, asked } = contextOf({ nodes: one });
	expect([0, 1, 2].map((item) => source.of(item))).toEqual(['e1', 'e1', 'e1']);
	expect(asked).toHaveLength(2);
});

it('is none in a test run, and n8n is not even asked', () => {
	const { source, asked } = contextOf({ mode: 'manual', nodes: one });
	expect(source.of(0)).toBeUndefined();
	expect(asked).toEqual([]);
});

it.each(['retry', 'trigger', 'webhook', 'integrated'])('is there in an execution of mode %s', (mode) => {
	expect(contextOf({ mode, nodes: one }).source.of(0)).toBe('e1');
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
	const mayBe = (mode: string, nodes: Workflow['nodes']) => contextOf({ mode, nodes }).source.mayBeHidden;
	expect(mayBe('integrated', notCalled)).toBe(true);
	expect(mayBe('retry', called)).toBe(true);
	expect(mayBe('retry', notCalled)).toBe(false);
	for (const mode of ['webhook', 'trigger', 'manual']) expect(mayBe(mode, called)).toBe(false);
});

it('is that of the trigger that ran, where there are several', () => {
	const nodes = { T: { type: TRIGGER }, P: { type: 'x.rewardsEngagementPollTrigger', events: ['polled'] } };
	expect(contextOf({ nodes }).source.of(0)).toBe('polled');
});

it('is none of a node whose type only looks like the trigger', () => {
	for (const type of ['xrewardsEngagementTrigger', 'x.rewardsEngagementPullTrigger', 'x.rewardsEngagement']) {
		expect(contextOf({ nodes: { T: { type, events: ['no'] } } }).source.of(0)).toBeUndefined();
	}
});

it.each([undefined, null, '', 7])('is none where the only event has the id %p', (eventId) => {
	expect(contextOf({ nodes: { T: { type: TRIGGER, events: [eventId] } } }).source.of(0)).toBeUndefined();
});

describe('where the trigger gave several events', () => {
	const nodes = { T: { type: TRIGGER, events: ['e2', 'e1'] } };

	it('it is the one that the item comes from', () => {
		const { source } = contextOf({ nodes, origins: ['e1', 'e2'] });
		expect([0, 1].map((item) => source.of(item))).toEqual(['e1', 'e2']);
	});

	it('an item whose origin n8n cannot tell stands for all of them, in whatever order they came', () => {
		const { source } = contextOf({ nodes });
		const all = source.of(0);
		expect(all).toMatch(/^[0-9a-f]{24}$/);
		expect(source.of(1)).toBe(all);
		const turned = contextOf({ nodes: { T: { type: TRIGGER, events: ['e1', 'e2'] } } });
		expect(turned.source.of(0)).toBe(all);
		const others = contextOf({ nodes: { T: { type: TRIGGER, events: ['e1', 'e3'] } } });
		expect(others.source.of(0)).not.toBe(all);
		const joined = contextOf({ nodes: { T: { type: TRIGGER, events: ['e1e', '2'] } } });
		expect(joined.source.of(0)).not.toBe(all);
	});

	it('an item that comes from something without an id stands for all of them too', () => {
		expect(contextOf({ nodes, origins: [undefined] }).source.of(0)).toMatch(/^[0-9a-f]{24}$/);
	});
});
