import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runGraph, type GraphOptions } from '../engine';
import { LOOP, NEXT, NODE, SPLIT, START, TRIGGER } from '../nodeTypes';
import { transferToAda } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const event = { eventId: 'e1', type: 'quest.completed', data: {} };

const paying = () =>
	transferToAda(service, {
		recipientId: byId('={{ $json.to || "' + service.ids.members.ada + '" }}'),
		options: { retries: 0 },
	});
const payments = () => service.requests.filter(({ acted }) => acted).length;
const refuse = (times = 1, after = 0) => fail({ status: 403, when: 'before' }, times, after);
const breakOff = (times = 1, after = 0) => fail({ status: 502, when: 'after' }, times, after);

function fail(answer: { status: number; when: 'before' | 'after' }, times: number, after: number): void {
	const operation = 'member.transferBalance';
	if (after > 0) service.control.addFault({ operation, kind: 'delay', delay: 1, times: after });
	service.control.addFault({ operation, kind: 'status', ...answer, times });
}

/** Items that all pay the same. */
const three: IDataObject[] = [{ n: 1 }, { n: 2 }, { n: 3 }];
const eventWith = (list: IDataObject[]) => [{ ...event, list }];

/** Trigger, loop, payment and back. */
const looped = (retryOf?: GraphOptions['retryOf'], onError?: 'continueErrorOutput'): GraphOptions => ({
	credential: service.credential(),
	nodes: {
		Start: { type: TRIGGER },
		Split: { type: SPLIT },
		Loop: { type: LOOP },
		Pay: { type: NODE, parameters: paying(), onError },
		End: { type: NEXT },
	},
	connections: {
		Start: [['Split']],
		Split: [['Loop']],
		Loop: [['End'], ['Pay']],
		Pay: [['Loop'], ['Loop']],
	},
	input: eventWith(three),
	retryOf,
});

const several = (items: IDataObject[], onError?: 'continueErrorOutput'): GraphOptions => ({
	credential: service.credential(),
	nodes: {
		Start: { type: TRIGGER },
		Split: { type: SPLIT },
		Pay: { type: NODE, parameters: paying(), onError },
	},
	connections: { Start: [['Split']], Split: [['Pay']] },
	input: eventWith(items),
});

describe('equal payments that are all wanted', () => {
	it('are all made when they come through a loop, one at a time', async () => {
		await runGraph(looped());
		expect(payments()).toBe(3);
	});

	it('are all made when they come on two branches', async () => {
		const graph: GraphOptions = {
			credential: service.credential(),
			nodes: {
				Start: { type: TRIGGER },
				One: { type: START },
				Two: { type: START },
				Pay: { type: NODE, parameters: paying() },
			},
			connections: { Start: [['One', 'Two']], One: [['Pay']], Two: [['Pay']] },
			input: [event],
		};
		const { of } = await runGraph(graph);
		expect(payments()).toBe(2);
		expect(of('Pay', 1).items[0]?.json).toHaveProperty('senderId');

		await runGraph(graph);
		expect(payments()).toBe(2);
	});

	it('are made when one was refused and comes back from the error output', async () => {
		refuse(1, 1);
		const { of } = await runGraph({
			credential: service.credential(),
			nodes: {
				Start: { type: TRIGGER },
				Split: { type: SPLIT },
				Pay: { type: NODE, parameters: paying(), onError: 'continueErrorOutput' },
				End: { type: NEXT },
			},
			connections: { Start: [['Split']], Split: [['Pay']], Pay: [['End'], ['Pay']] },
			input: eventWith(three),
		});
		expect(of('Pay').errorItems).toHaveLength(1);
		expect(of('Pay', 1).items[0]?.json).toHaveProperty('senderId');
		expect(payments()).toBe(3);
	});
});

describe('a redelivered event', () => {
	it.each([1, 3])('has the payment made that was refused as number %i', async (number) => {
		refuse(1, number - 1);
		await runGraph(several(three, 'continueErrorOutput'));
		expect(payments()).toBe(2);
		const { of } = await runGraph(several(three, 'continueErrorOutput'));
		expect(payments()).toBe(3);
		expect(of('Pay').items.filter(({ json }) => json.skipped)).toHaveLength(2);
	});

	it('makes exactly the additional payments', async () => {
		await runGraph(several(three.slice(0, 2)));
		await runGraph(several([...three, { n: 4 }]));
		expect(payments()).toBe(4);
	});

	it('makes exactly the additional payments of a loop', async () => {
		await runGraph({ ...looped(), input: eventWith(three.slice(0, 2)) });
		const { of } = await runGraph({ ...looped(), input: eventWith([...three, { n: 4 }]) });
		expect(payments()).toBe(4);
		expect([0, 1, 2, 3].map((run) => of('Pay', run).items[0]?.json.skipped ?? false)).toEqual([
			...[true, true],
			...[false, false],
		]);
	});

	it('sends nothing for the one that may have been made, and takes the others as made', async () => {
		breakOff(1, 1);
		await runGraph(several(three, 'continueErrorOutput'));
		expect(payments()).toBe(3);
		const { of } = await runGraph(several(three, 'continueErrorOutput'));
		expect(payments()).toBe(3);
		expect(of('Pay').errorItems.map(({ json }) => json.details)).toEqual([
			expect.objectContaining({ outcome: 'unknown' }),
		]);
		expect(of('Pay').items.map(({ json }) => json.skipped)).toEqual([true, true]);
	});
});

describe('a retry of the execution by hand', () => {
	it('makes the payment of the loop that stopped it, and those after it', async () => {
		refuse(1, 1);
		const failed = await runGraph(looped());
		expect(failed.run.data.resultData.error?.message).toBeDefined();
		expect(payments()).toBe(1);
		const { run, of } = await runGraph(looped(failed.run));
		expect(run.data.resultData.error).toBeUndefined();
		expect(payments()).toBe(3);
		expect([1, 2].map((index) => of('Pay', index).items[0]?.json)).toEqual([
			expect.objectContaining({ senderId: expect.any(String) }),
			expect.objectContaining({ senderId: expect.any(String) }),
		]);
	});

	/** The retry with the presently saved workflow, in which a node has another name. */
	const renamed = (graph: GraphOptions, from: string, retryOf: GraphOptions['retryOf']): GraphOptions => {
		const rename = (name: string) => (name === from ? `${name} 2` : name);
		return {
			...graph,
			mode: 'retry',
			retryOf,
			nodes: Object.fromEntries(Object.entries(graph.nodes).map(([name, node]) => [rename(name), node])),
			connections: Object.fromEntries(
				Object.entries(graph.connections).map(([name, outputs]) => [
					rename(name),
					outputs.map((targets) => targets.map(rename)),
				]),
			),
		};
	};

	it('pays nothing again where the saved workflow has its trigger no more', async () => {
		refuse(1, 1);
		const failed = await runGraph(several(three));
		expect(payments()).toBe(1);
		const { run } = await runGraph(renamed(several(three), 'Start', failed.run));
		expect(payments()).toBe(1);
		expect(run.data.resultData.error).toMatchObject({
			message: expect.stringMatching(/"Start" was renamed or removed/),
			description: expect.stringMatching(/Retry .* original workflow.*Nothing was sent/),
		});
		await runGraph({ ...several(three), mode: 'retry', retryOf: failed.run });
		expect(payments()).toBe(3);
	});

	it('pays nothing again where n8n cannot tell of which event an item is, as a node between was renamed', async () => {
		const two = (onError?: 'continueErrorOutput'): GraphOptions => ({
			...several(three, onError),
			nodes: { ...several(three).nodes, Split: { type: NEXT } },
			input: [event, { ...event, eventId: 'e2' }],
		});
		refuse(1, 1);
		const failed = await runGraph(two());
		expect(payments()).toBe(1);
		await runGraph(renamed(two(), 'Split', failed.run));
		expect(payments()).toBe(1);
		await runGraph({ ...two(), mode: 'retry', retryOf: failed.run });
		expect(payments()).toBe(2);
	});

	it('pays nothing again where the saved workflow has another node of the same name', async () => {
		refuse(1, 1);
		const failed = await runGraph(several(three));
		const replaced = several(three);
		replaced.nodes.Pay = { ...replaced.nodes.Pay!, id: 'pasted' };
		const { nodeExecutionStack } = failed.run.data.executionData!;
		// Like n8n, which takes the nodes of the saved workflow by their names.
		const [next] = nodeExecutionStack;
		const saved = { ...next!, node: { ...next!.node, id: 'pasted' } };
		const executionData = { ...failed.run.data.executionData!, nodeExecutionStack: [saved] };
		const retryOf = { ...failed.run, data: { ...failed.run.data, executionData } };
		const { run } = await runGraph({ ...replaced, mode: 'retry', retryOf });
		expect(payments()).toBe(1);
		expect(run.data.resultData.error?.message).toMatch(/"Pay" was replaced after the original execution/);
		await runGraph({ ...several(three), mode: 'retry', retryOf: failed.run });
		expect(payments()).toBe(3);
	});

	it('goes on in a changed workflow where there is but one event', async () => {
		refuse(1, 1);
		const failed = await runGraph(several(three));
		const { of } = await runGraph(renamed(several(three), 'Split', failed.run));
		expect(payments()).toBe(3);
		expect(of('Pay').items.map(({ json }) => json.skipped)).toEqual([true, undefined, undefined]);
	});

	it('can be retried a second time', async () => {
		refuse(2, 1);
		const first = await runGraph(looped());
		const second = await runGraph(looped(first.run));
		expect(payments()).toBe(1);
		await runGraph(looped(second.run));
		expect(payments()).toBe(3);
	});
});

it('counts a payment of Retry On Fail once, and makes the equal one that was refused', async () => {
	refuse(1, 1);
	const graph = several(three);
	graph.nodes.Pay = { ...graph.nodes.Pay!, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { of } = await runGraph(graph);
	expect(payments()).toBe(3);
	expect(of('Pay').items.map(({ json }) => json.skipped)).toEqual([undefined, undefined, undefined]);
	await runGraph(several(three));
	expect(payments()).toBe(3);
});

it('makes the equal payment that was refused at the next try, beside one that may have been made', async () => {
	const operation = 'member.transferBalance';
	service.control.addFault({ operation, kind: 'status', status: 502, when: 'after', times: 1 });
	service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
	const graph = several(three, 'continueErrorOutput');
	graph.nodes.Pay = { ...graph.nodes.Pay!, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { of } = await runGraph(graph);
	expect(payments()).toBe(3);
	expect(of('Pay').items.map(({ json }) => json.skipped)).toEqual([undefined, undefined]);
	expect(of('Pay').errorItems).toHaveLength(1);
});

it('is not made by two nodes with one ID, which are both named', async () => {
	const graph = several(three);
	graph.nodes.Twin = { type: NODE, parameters: paying(), id: 'id of Pay' };
	const { run } = await runGraph(graph);
	expect(run.data.resultData.error?.message).toBe('The nodes "Pay" and "Twin" have the same ID');
	expect(payments()).toBe(0);
});

it('leaves no keys of payments that were never sent', async () => {
	refuse(1);
	await runGraph(several([...three, ...three]));
	expect(payments()).toBe(0);
	expect([...processedValues.values()].flat()).toEqual([]);
});
