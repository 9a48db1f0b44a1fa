import { ExecuteContext } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';

import { useSteadyClock } from '../harness/clock';
import { onNextEnd } from './executionEnd';
import { PollNode } from './pollNode';
import { processedValues, store } from './processedValues';
import { runAsWorker } from './queueMode';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();

runAsWorker();

const UNSETTLED = 'another execution started this event and has not finished it';
const newNode = (options = {}) =>
	new PollNode({ events: ['member.joined'], options }, service.credential(), true);
const namesIn = (items: readonly INodeExecutionData[]) =>
	items.map(({ json: { data } }) => (data as { member: { username: string } }).member.username).sort();

/** The first of the events, as a poll that finds them all emits them. */
async function itemsOf(count: number): Promise<INodeExecutionData[]> {
	service.control.joinMember('d');
	const other = newNode({ includeRecentEvents: 4 });
	await other.activate();
	const [items] = other.runs as [INodeExecutionData[]];
	expect(namesIn(items)).toEqual(['a', 'b', 'c', 'd']);
	return items.slice(0, count);
}

/** Gives each execution a separate number, as n8n does. */
function numberExecutions(): void {
	const numbers = new Map<object, string>();
	jest.spyOn(ExecuteContext.prototype, 'getExecutionId').mockImplementation(function (this: ExecuteContext) {
		if (!numbers.has(this)) numbers.set(this, String(numbers.size + 1));
		return numbers.get(this)!;
	});
}

let node: PollNode;
/** The worker finishes a and b. */
let finish: () => Promise<void>;

/** A worker has begun with a and b. Then c joins, and the main process starts again. */
beforeEach(async () => {
	processedValues.clear();
	numberExecutions();
	node = newNode();
	await node.activate();
	for (const name of ['a', 'b']) service.control.joinMember(name);
	const begun = new Promise<void>((begin) => {
		onNextEnd(async (end) => {
			await new Promise<void>((goOn) => {
				finish = async () => {
					goOn();
					await work;
				};
				begin();
			});
			await end();
		});
	});
	const work = node.poll();
	await begun;
	service.control.joinMember('c');
	await node.restartAnew();
});
afterEach(async () => await finish());

it('a new event runs alone, although a worker still runs those that the poll repeats with it', async () => {
	expect(node.runs.map(namesIn)).toEqual([['c']]);
	await finish();
	for (let restart = 0; restart < 2; restart++) {
		await node.restartAnew();
		await node.poll();
	}
	expect(node.runs.map(namesIn)).toEqual([['c'], ['a', 'b']]);
});

it('an execution without a new event fails while a worker runs the repeated ones, and its retry runs none of them twice', async () => {
	const items = await itemsOf(2);
	await expect(node.execute(items)).rejects.toThrow(UNSETTLED);
	await finish();
	expect(await node.retry(items)).toEqual([]);
});

it('the retry of an execution that could not claim its events runs what no other has ended, once', async () => {
	const items = (await itemsOf(4)).reverse();
	// The database fails after the first write, until the execution ends.
	store.written = () => void (store.failure = new Error('The database is away'));
	onNextEnd(async (end) => {
		delete store.written;
		delete store.failure;
		await end();
	});
	await expect(node.execute(items)).rejects.toThrow('The database is away');
	await finish();
	expect(namesIn(await node.retry(items))).toEqual(['d']);
	expect(namesIn(await node.retry(items))).toEqual([]);
});
