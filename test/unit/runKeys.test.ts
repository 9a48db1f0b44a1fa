// Falls with nodes/RewardsEngagement/once/runKeys.ts and nodes/RewardsEngagement/once/executionData.ts.

import { setTimeout as pause } from 'node:timers/promises';

import type { IDataObject, IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import type { Outcome } from '../../nodes/RewardsEngagement/errors';
import {
	type Claimed,
	type KeyedItem,
	type PlacedItem,
	RunKeys,
} from '../../nodes/RewardsEngagement/once/runKeys';
import { ExecutionData } from '../../nodes/RewardsEngagement/once/executionData';
import { Decimal } from '../../nodes/RewardsEngagement/shared/decimal';
import { workflowContext } from './workflowContext';

/** n8n's row of one node. */
class Row {
	values = new Set<string>();

	/** Called at the start of a write, and what it returns at its end. */
	onBegin: () => () => void = () => () => {};

	/** The database's errors while it is not available. */
	broken: { record?: string; remove?: string } = {};

	readonly warnings: string[] = [];

	/** How many values n8n keeps, by node. */
	readonly limits: Record<string, number> = {};

	contextOf(nodeId: string, { runIndex = 0, stored = {}, ...started }: Context = {}): IExecuteFunctions {
		const write = async (change: () => void) => {
			const tell = this.onBegin();
			await pause(0);
			change();
			tell();
		};
		const helpersOf = (node: { id: string }) => ({
			checkProcessedAndRecord: async (values: string[], _scope: string, options: { maxEntries: number }) => {
				this.limits[node.id] = options.maxEntries;
				if (this.broken.record) throw new Error(this.broken.record);
				const fresh = values.filter((value) => !this.values.has(value));
				await write(() => fresh.forEach((value) => this.values.add(value)));
				return { new: fresh, processed: [] };
			},
			removeProcessed: async (values: string[]) => {
				if (this.broken.remove) throw new Error(this.broken.remove);
				await write(() => values.forEach((value) => this.values.delete(value)));
			},
		});
		return workflowContext({ id: nodeId, type: 'pay' }, (node) => ({
			helpers: helpersOf(node),
			getNode: () => node,
			getWorkflow: () => ({ id: 'w' }),
			getContext: () => stored,
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
			instanceSettings: { instanceType: started.instanceType ?? 'main', isMultiMain: started.isMultiMain },
			getMode: () => started.mode ?? 'trigger',
			getExecutionId: () => '1',
			getExecutionCancelSignal: () => undefined,
			additionalData: { rootExecutionMode: started.root },
			logger: { warn: (words: string) => void this.warnings.push(words) },
		})) as unknown as IExecuteFunctions;
	}
}

interface Context {
	instanceType?: 'main' | 'worker';
	isMultiMain?: boolean;
	mode?: WorkflowExecuteMode;
	/** The mode of the calling execution. */
	root?: WorkflowExecuteMode;
	runIndex?: number;
	/** The node's data in the execution. */
	stored?: object;
}

let nodes = 0;
let row: Row;
let nodeId: string;
beforeEach(() => {
	row = new Row();
	nodeId = `node ${nodes++}`;
});

/** The keys of a run of the test's node. */
const keysOf = (context: Context = {}, isTool = false) => new RunKeys(row.contextOf(nodeId, context), isTool);

/** An item with the user's key. */
const withKey = (key: string, itemIndex = 0, fingerprint = 'f'): KeyedItem => ({
	...{ itemIndex, isNumbered: false, delivery: '', fingerprint },
	keyOf: () => key,
});
/** One of several equal items of an event. */
const equal = (itemIndex = 0, delivery = ''): KeyedItem => ({
	...{ itemIndex, isNumbered: true, delivery },
	keyOf: (number) => `pay #${number}`,
});

/** Whether an item was sent, and otherwise why not, or which item was. */
const wordsOf = (claim: Claimed): unknown => {
	if ('problem' in claim) return claim.problem.told.outcome === 'unknown' ? 'open' : claim.problem.message;
	return claim.state === 'mine' ? 'sent' : (claim.first?.itemIndex ?? 'earlier');
};

/** Claims items together, sends those that may be sent, and records their outcomes. */
async function send(
	keys: RunKeys,
	placed: readonly PlacedItem[],
	outcomeOf: (itemIndex: number) => Outcome = () => 'applied',
): Promise<unknown[]> {
	const claims = await keys.claim(placed);
	for (const [index, claim] of claims.entries()) {
		const item = placed[index]!;
		if ('state' in claim && claim.state === 'mine') keys.end(item, outcomeOf(item.itemIndex), { paid: true });
	}
	await keys.settle();
	return claims.map(wordsOf);
}

/** A run of the node that sends its items one after another. */
async function run(items: readonly KeyedItem[], context: Context = {}) {
	const keys = keysOf(context);
	const placed = items.map((item) => keys.place(item));
	const results: unknown[] = [];
	for (const one of placed) {
		if (one.isDone) results.push(keys.firstOf(one)?.itemIndex ?? 'earlier');
		else results.push(...(await send(keys, [one])));
	}
	return results;
}

const stored = () => [...row.values].sort();
const done = (key: string) => [key, `${key}\0held`];

it.each<[number, Context]>([
	[25, {}],
	[100, { instanceType: 'worker' }],
	[100, { isMultiMain: true }],
	[100, { mode: 'manual' }],
	[25, { mode: 'integrated', root: 'webhook' }],
	[100, { mode: 'integrated', root: 'manual' }],
])('at most %i keys are claimed together in a process like %o', (most, started) => {
	expect(keysOf(started).mostAtATime).toBe(most);
});

describe('a store that fails', () => {
	it('is named in the log with all keys whose outcome it did not take, which stay open', async () => {
		const keys = keysOf();
		const placed = [0, 1].map((index) => keys.place(withKey(`key ${index}`, index)));
		await keys.claim(placed);
		for (const item of placed) keys.end(item, 'applied');
		row.broken = { remove: 'disk full' };
		await keys.settle();
		row.broken = {};
		expect(row.warnings).toEqual([
			'The result of requests was not recorded under "key 0", "key 1": Error: disk full',
		]);
		expect(await run([withKey('key 0'), withKey('key 1')])).toEqual(['open', 'open']);
	});

	it('does not free a key a second time, while another run sends with it', async () => {
		const first = keysOf();
		const placed = first.place(withKey('key'));
		await first.claim([placed]);
		first.end(placed, 'notApplied');
		// The values of the key are removed, and the store does not confirm that.
		let writes = 0;
		row.onBegin = () => () => {
			if (++writes === 1) throw new Error('connection lost');
		};
		const settled = first.settle();
		await pause(50);
		const [second, third] = [keysOf(), keysOf()];
		const claim = await second.claim([second.place(withKey('key'))]);
		await settled;
		const again = await third.claim([third.place(withKey('key'))]);
		expect([...claim, ...again].map(wordsOf)).toEqual(['sent', 'open']);
	});
});

describe('equal payments', () => {
	it.each([
		[
			['', '0.1', '0.2'],
			['sent', 0, 0],
		],
		[
			['', '', '0.2', '0.2'],
			['sent', 'sent', 0, 1],
		],
		[
			['', '0.2', '', '0.2'],
			['sent', 0, 'sent', 2],
		],
		[
			['', '0.2', '0.2'],
			['sent', 0, 'sent'],
		],
	])('are made once, however often their event comes: of the deliveries %j', async (deliveries, results) => {
		expect(await run(deliveries.map((delivery, index) => equal(index, delivery)))).toEqual(results);
		const made = results.filter((one) => one === 'sent').length;
		expect(stored()).toEqual(Array.from({ length: made }, (_one, index) => done(`pay #${index + 1}`)).flat());
	});

	it('are made once over the runs of a node, however often their event comes', async () => {
		const data = {};
		const at = async (runIndex: number, ...deliveries: string[]) =>
			await run(
				deliveries.map((delivery, index) => equal(index, delivery)),
				{ stored: data, runIndex },
			);
		expect(await at(0, '', '')).toEqual(['sent', 'sent']);
		expect(await at(1, '1.0', '1.0', '1.0')).toEqual([0, 1, 'sent']);
		// Its third item is the one that the other delivery had as its third.
		expect(await at(2, '')).toEqual([2]);
		expect(await at(3, '1.0')).toEqual(['sent']);
		expect(await at(4, '')).toEqual([0]);
	});
});

describe('calls of a tool', () => {
	const call = (data: object, runIndex = 0) => keysOf({ stored: data, runIndex }, true);

	it.each<[Outcome, string]>([
		['applied', 'pay #2'],
		['notApplied', 'pay #1'],
	])('leave the number to later ones only if they were not applied: %s', async (outcome, key) => {
		const data = {};
		const keys = call(data);
		await send(keys, [keys.place(equal())], () => outcome);
		keys.close();
		expect(call(data).place(equal()).key).toBe(key);
	});

	it('leave the number to later ones if the store failed', async () => {
		const data = {};
		const keys = call(data);
		row.broken = { record: 'database is locked' };
		await send(keys, [keys.place(equal())]);
		keys.close();
		row.broken = {};
		expect(call(data).place(equal()).key).toBe('pay #1');
	});

	it('hold no number in a dry run', () => {
		const data = {};
		expect([0, 1].map(() => call(data).place(equal(), true).key)).toEqual(['pay #1', 'pay #1']);
		expect(call(data).place(equal()).key).toBe('pay #1');
	});
});

it('keeps 30,000 values in one row of the node', async () => {
	await run(Array.from({ length: 40 }, (_item, index) => withKey(`key ${index}`)));
	expect(row.limits).toEqual({ [nodeId]: 30_000 });
});

describe('the data of an execution', () => {
	/** The node's data in the execution. */
	const dataOf = (stored: IDataObject, id = 'node 1', runIndex = 0) =>
		ExecutionData.of({
			getContext: (of: string) => (of === 'node' ? stored : {}),
			getNode: () => ({ id, name: 'Pay', type: 'pay' }),
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		} as unknown as IExecuteFunctions);

	interface Saved {
		spent: object;
	}

	const savedIn = (stored: IDataObject) => (stored as unknown as { idempotency: Saved }).idempotency;

	/** The same data after a wait or for a retry: n8n saves it as JSON and reads it again. */
	const loaded = (stored: IDataObject) => JSON.parse(JSON.stringify(stored)) as IDataObject;

	describe('what runs moved', () => {
		const amount = (text: string) => Decimal.of(text)!;
		const spent = (memory: ExecutionData) => ['EUR', 'USD'].map((bucket) => String(memory.spentOf(bucket)));

		it('is counted exactly, over all runs, each bucket by itself', () => {
			const memory = dataOf({});
			expect(spent(memory)).toEqual(['0', '0']);
			memory.spend(0, 'EUR', amount('0.1'));
			memory.spend(0, 'EUR', amount('0.2'));
			memory.spend(1, 'EUR', amount('5'));
			memory.spend(1, 'USD', amount('7'));
			expect(spent(memory)).toEqual(['5.3', '7']);
			memory.spend(1, 'EUR', amount('-5'));
			expect(spent(memory)).toEqual(['0.3', '7']);
		});

		it('is known after a wait, and a retry counts its own run and later ones again', () => {
			const stored: IDataObject = {};
			const memory = dataOf(stored);
			memory.spend(0, 'EUR', amount('0.1'));
			memory.spend(0, 'EUR', amount('0.2'));
			memory.spend(1, 'EUR', amount('20'));
			memory.spend(2, 'USD', amount('300'));
			const after = (runIndex: number) => {
				const again = loaded(stored);
				return [spent(dataOf(again, 'node 1', runIndex)), Object.keys(savedIn(again).spent)];
			};
			expect(after(3)).toEqual([
				['20.3', '300'],
				['0', '1', '2'],
			]);
			expect(after(2)).toEqual([
				['20.3', '0'],
				['0', '1'],
			]);
			expect(after(1)).toEqual([['0.3', '0'], ['0']]);
			expect(after(0)).toEqual([['0', '0'], []]);
		});

		it('is nothing where what was saved is no number', () => {
			const stored: IDataObject = {};
			dataOf(stored);
			savedIn(stored).spent = { 0: { EUR: 'much', USD: '1' } };
			expect(spent(dataOf(loaded(stored), 'node 1', 1))).toEqual(['0', '1']);
		});
	});
});
