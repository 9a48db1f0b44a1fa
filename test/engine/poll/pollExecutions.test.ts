import { ExecutionLifecycleHooks, ExecuteContext } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';

import { useSteadyClock } from '../../harness/clock';
import { PollNode } from '../pollNode';
import { processedValues, store } from '../processedValues';
import { runAsWorker } from '../anotherProcess';
import { useService, withoutPauses } from '../sandbox';

/**
 * Takes control of the moment when the next execution ends.
 *
 * @param run gets n8n's work at that end
 */
function onNextEnd(run: (end: () => Promise<void>) => Promise<void>): void {
	jest.spyOn(ExecutionLifecycleHooks.prototype, 'runHook').mockImplementationOnce(async function (
		this: ExecutionLifecycleHooks,
		...args
	) {
		await run(async () => await this.runHook(...args));
	});
}

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => (store.wait = undefined));

const emittedBy = (node: PollNode) =>
	node.runs.map((items) =>
		items.map(({ json: { data } }) => (data as { member: { id: string } }).member.id).sort(),
	);

it('events run once, although the database refuses a write as their execution ends', async () => {
	const node = new PollNode({ events: ['member.joined'] }, service.credential());
	await node.activate();
	const joined = ['one', 'two', 'three'].map((name) => service.control.joinMember(name).id).sort();
	onNextEnd(async (end) => {
		const refused = new Set<string>();
		// The first write of the row fails.
		store.wait = async (row) => {
			if (refused.has(row)) return;
			refused.add(row);
			throw new Error('The database is locked');
		};
		await end();
		store.wait = undefined;
	});
	await node.poll();
	// A poll that finds nothing writes nothing.
	await node.poll();
	await node.restartAnew();
	expect(emittedBy(node)).toEqual([joined]);
});

it('events run once, although the database is away as their execution ends and an older state comes back', async () => {
	const node = new PollNode({ events: ['member.joined'] }, service.credential());
	await node.activate();
	const older = JSON.stringify(node.stored);
	const joined = [service.control.joinMember('one').id];
	onNextEnd(async (end) => {
		store.failure = new Error('The database is away');
		await end();
		delete store.failure;
	});
	await node.poll();
	// n8n has logged it, and the end of the next execution is written.
	joined.push(service.control.joinMember('two').id);
	await node.poll();
	node.stored = JSON.parse(older) as typeof node.stored;
	await node.restartAnew();
	await node.poll();
	expect(emittedBy(node)).toEqual(joined.map((id) => [id]));
});

describe('in queue mode', () => {
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
		jest.spyOn(ExecuteContext.prototype, 'getExecutionId').mockImplementation(function (
			this: ExecuteContext,
		) {
			if (!numbers.has(this)) numbers.set(this, String(numbers.size + 1));
			return numbers.get(this)!;
		});
	}

	let node: PollNode;
	/** The worker finishes a and b. */
	let finish: () => Promise<void>;

	/** A worker has begun with a and b. Then c joins, and the main process starts again. */
	beforeEach(async () => {
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
});
