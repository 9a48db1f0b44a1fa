// Falls with nodes/RewardsEngagement/idempotency/runKeys.ts.

import { setTimeout as pause } from 'node:timers/promises';

import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import type { Outcome } from '../../nodes/RewardsEngagement/errors';
import { marked, noteOf, printed } from '../../nodes/RewardsEngagement/host/processedData';
import { KeyStore } from '../../nodes/RewardsEngagement/idempotency/keyStore';
import {
	RunKeys,
	type Claimed,
	type KeyedItem,
	type PlacedItem,
} from '../../nodes/RewardsEngagement/idempotency/runKeys';
import { workflowContext } from './workflowContext';

/** n8n's rows of one node. They count the writes. */
class Row {
	values = new Set<string>();

	writes = 0;

	/** Called at the start of a write, and what it returns at its end. */
	onBegin: () => () => void = () => () => {};

	/** The database's errors while it is not available. */
	broken: { record?: string; remove?: string } = {};

	readonly warnings: string[] = [];

	/** How many values n8n keeps in each row, by its node. */
	readonly limits: Record<string, number> = {};

	contextOf(
		nodeId: string,
		{ workflowId = 'w', runIndex = 0, stored = {}, ...started }: Context = {},
	): IExecuteFunctions {
		const write = async (change: () => void) => {
			this.writes++;
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
			getProcessedDataCount: async () => await Promise.resolve(this.values.size),
		});
		return workflowContext({ id: nodeId }, (node) => ({
			helpers: helpersOf(node),
			getNode: () => node,
			getWorkflow: () => ({ id: workflowId }),
			getContext: () => stored,
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
			instanceSettings: { instanceType: started.instanceType ?? 'main', isMultiMain: started.isMultiMain },
			getMode: () => started.mode ?? 'trigger',
			getExecutionId: () => '1',
			getExecutionCancelSignal: () => undefined,
			additionalData: { rootExecutionMode: started.root, hooks: started.hooks },
			logger: { warn: (words: string) => void this.warnings.push(words) },
		})) as unknown as IExecuteFunctions;
	}
}

interface Context {
	workflowId?: string;
	instanceType?: 'main' | 'worker';
	isMultiMain?: boolean;
	mode?: WorkflowExecuteMode;
	/** The mode of the calling execution. */
	root?: WorkflowExecuteMode;
	runIndex?: number;
	/** The node's data in the execution. */
	stored?: object;
	hooks?: Hooks;
}

/** The work at the end of an execution. */
class Hooks {
	private readonly handlers: Array<() => Promise<void>> = [];

	addHandler(_hook: string, handler: () => Promise<void>): void {
		this.handlers.push(handler);
	}

	async end(): Promise<void> {
		for (const handler of this.handlers.splice(0)) await handler();
	}
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
/** One of several equal items without an event. */
const ofExecution = (itemIndex = 0): KeyedItem => ({ ...equal(itemIndex), isOwn: true });

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
async function run(items: readonly KeyedItem[], context: Context = {}, outcome: Outcome = 'applied') {
	const keys = keysOf(context);
	const placed = items.map((item) => keys.place(item));
	const results: unknown[] = [];
	for (const one of placed) results.push(...(await send(keys, [one], () => outcome)));
	await keys.close();
	return results;
}

const stored = () => [...row.values].sort();

describe('the keys that are claimed together', () => {
	it.each<[number, Context]>([
		[25, {}],
		[100, { instanceType: 'worker' }],
		[100, { isMultiMain: true }],
		[100, { mode: 'manual' }],
		[25, { mode: 'integrated', root: 'webhook' }],
		[100, { mode: 'integrated', root: 'manual' }],
	])('are at most %i in a process like %o', (most, started) => {
		expect(keysOf(started).mostAtATime).toBe(most);
	});

	it('are written with one claim and settled with another write, whatever their outcomes', async () => {
		const keys = keysOf();
		const placed = Array.from({ length: 25 }, (_item, index) => keys.place(withKey(`key ${index}`, index)));
		await keys.claim(placed);
		// The notes, and four rows for the keys.
		expect(row.writes).toBeLessThanOrEqual(5);
		expect(stored()).toHaveLength(75);
		const outcomes: Outcome[] = ['applied', 'notApplied', 'unknown'];
		placed.forEach((item, index) => keys.end(item, outcomes[index % 3]!));
		row.writes = 0;
		await keys.settle();
		// The rows with keys that are free again, and the notes.
		expect(row.writes).toBeLessThanOrEqual(5);
		await keys.close();
		const kept = placed.filter((_item, index) => index % 3 !== 1).map(({ key }) => key);
		const open = placed.filter((_item, index) => index % 3 === 2).map(({ key }) => noteOf(key));
		expect(stored()).toEqual([...kept, ...kept.map((key) => printed(key, 'f')), ...open].sort());
	});

	it('are each told by themselves, in the order of the items', async () => {
		await run([withKey('done')]);
		await run([withKey('open')], {}, 'unknown');
		const keys = keysOf();
		const items = ['open', 'new', 'done', 'done too'].map((key, index) => withKey(key, index));
		const all = [...items, ofExecution(4)];
		await run([withKey('done too', 0, 'another')]);
		expect(
			await send(
				keys,
				all.map((item) => keys.place(item)),
			),
		).toEqual(['open', 'sent', 'earlier', 'Not sent: this key was used for another request', 'sent']);
	});

	it('ask n8n and its store for nothing where there are none', async () => {
		const keys = keysOf({ workflowId: '' });
		expect(await keys.claim([])).toEqual([]);
		await keys.settle();
		await keys.close();
		expect([row.writes, row.warnings]).toEqual([0, []]);
	});
});

describe('a store that fails', () => {
	it('lets none of the items be sent, and all of them later', async () => {
		const keys = keysOf();
		const placed = [0, 1, 2].map((index) => keys.place(withKey(`key ${index}`, index)));
		row.broken = { record: 'database is locked' };
		const claims = await keys.claim(placed);
		expect(claims).toEqual(
			placed.map(() => ({
				problem: expect.objectContaining({
					told: expect.objectContaining({
						message: 'Not sent: n8n could not record the key',
						advice: expect.stringContaining('database is locked') as string,
						outcome: 'notApplied',
					}) as unknown,
				}) as unknown,
			})),
		);
		row.broken = {};
		expect(await send(keys, placed)).toEqual(['sent', 'sent', 'sent']);
	});

	it('is named in the log with all keys whose outcome it did not take, which stay open', async () => {
		const keys = keysOf();
		const placed = [0, 1].map((index) => keys.place(withKey(`key ${index}`, index)));
		await keys.claim(placed);
		for (const item of placed) keys.end(item, 'applied');
		row.broken = { remove: 'disk full' };
		await keys.settle();
		await keys.close();
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
		// The key is removed first, then its note, and the store does not confirm that.
		let writes = 0;
		row.onBegin = () => () => {
			if (++writes === 2) throw new Error('connection lost');
		};
		const settled = first.settle();
		await pause(50);
		const [second, third] = [keysOf(), keysOf()];
		const claim = await second.claim([second.place(withKey('key'))]);
		await settled;
		const again = await third.claim([third.place(withKey('key'))]);
		expect([...claim, ...again].map(wordsOf)).toEqual(['sent', 'open']);
	});

	it('is not there for a workflow that was never saved', async () => {
		const results = await run([withKey('key')], { workflowId: '' });
		expect(results).toEqual(['Not sent: a key needs a saved workflow']);
	});
});

describe('a key of the user', () => {
	it('stands for one item in all runs of an execution, which is named with its result', async () => {
		const data = {};
		expect(await run([withKey('key', 7)], { stored: data, runIndex: 2 })).toEqual(['sent']);
		const keys = keysOf({ stored: data, runIndex: 3 });
		expect(await keys.claim([keys.place(withKey('key'))])).toEqual([
			{ state: 'done', first: { runIndex: 2, itemIndex: 7, json: { paid: true } } },
		]);
		const another = keysOf();
		expect(await another.claim([another.place(withKey('key'))])).toEqual([
			{ state: 'done', first: undefined },
		]);
	});

	it('whose request was not applied may stand for another in the same execution', async () => {
		const data = {};
		await run([withKey('key', 0, 'f')], { stored: data }, 'notApplied');
		expect(await run([withKey('key', 0, 'g')], { stored: data })).toEqual(['sent']);
	});

	it('that was freed in the same execution is still that of the request it was used for', async () => {
		const data = {};
		await run([withKey('key', 0, 'f')], { stored: data });
		// n8n has both requests for the key.
		row.values.add(printed('key', 'g'));
		expect(await run([withKey('key', 0, 'g')], { stored: data })).toEqual([
			'Not sent: this key was used for another request',
		]);
		expect(await run([withKey('key', 0, 'f')], { stored: data })).toEqual([0]);
		expect(await run([withKey('key', 0, 'g')])).toEqual(['earlier']);
	});
});

describe('equal payments', () => {
	it('take the numbers in their order, those of a dry run apart', () => {
		const keys = keysOf();
		const placed = [true, false, true, false].map((isShown) => keys.place(equal(), isShown).key);
		expect(placed).toEqual(['pay #1', 'pay #1', 'pay #2', 'pay #2']);
	});

	it('leave the number free of one that was refused, and keep that of an unknown outcome open', async () => {
		const keys = keysOf();
		const placed = [0, 1, 2].map((index) => keys.place(equal(index)));
		const outcomes: Outcome[] = ['notApplied', 'unknown', 'applied'];
		await send(keys, placed, (index) => outcomes[index]!);
		expect(stored()).toEqual(['pay #2', noteOf('pay #2'), 'pay #3']);
	});

	it.each<[Outcome, unknown]>([
		['applied', 0],
		['notApplied', 'sent'],
		['unknown', 'open'],
	])('of another try of the run have the same numbers, after one was %s', async (outcome, result) => {
		const data = {};
		await run([equal()], { stored: data }, outcome);
		expect(await run([equal()], { stored: data })).toEqual([result]);
		expect(stored()).toContain('pay #1');
		expect(stored()).not.toContain('pay #2');
	});

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
		expect(stored()).toEqual(Array.from({ length: made }, (_one, index) => `pay #${index + 1}`));
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
	it('at the same time have different numbers, though they have one run index', async () => {
		const data = {};
		const calls = [keysOf({ stored: data }, true), keysOf({ stored: data }, true)];
		const placed = calls.map((keys) => keys.place(equal()));
		expect(placed.map(({ key }) => key)).toEqual(['pay #1', 'pay #2']);
		for (const [index, keys] of calls.entries()) {
			expect(await send(keys, [placed[index]!])).toEqual(['sent']);
			await keys.close();
		}
		expect(keysOf({ stored: data }, true).place(equal()).key).toBe('pay #3');
	});

	it('leave the number free that they did not use, once they end, and hold none in a dry run', async () => {
		const data = {};
		const keys = keysOf({ stored: data }, true);
		keys.place(equal(), true);
		expect(keys.place(equal()).key).toBe('pay #1');
		expect(keysOf({ stored: data }, true).place(equal()).key).toBe('pay #2');
		await keys.close();
		expect(keysOf({ stored: data }, true).place(equal()).key).toBe('pay #1');
	});

	it('are the only ones that hold a number against another run', () => {
		const data = {};
		expect([0, 1].map(() => keysOf({ stored: data }).place(equal()).key)).toEqual(['pay #1', 'pay #1']);
	});
});

describe('payments that no event started', () => {
	let data: { idempotency?: { begun: Record<string, unknown> } };
	let hooks: Hooks;
	beforeEach(() => {
		data = {};
		hooks = new Hooks();
	});
	const at = (more: Context = {}): Context => ({ stored: data, hooks, ...more });
	const pay = async (outcome: Outcome = 'applied', more: Context = {}) =>
		(await run([ofExecution()], at(more), outcome))[0];
	const begun = () => Object.values(data.idempotency?.begun ?? {});
	const ofTheExecution = () => stored().filter((value) => value.startsWith('execution 1, part 1@'));

	it('have one key of their execution in the store, while it runs', async () => {
		const keys = keysOf(at());
		const placed = [0, 1, 2].map((index) => keys.place(ofExecution(index)));
		expect((await keys.claim(placed)).map(wordsOf)).toEqual(['sent', 'sent', 'sent']);
		expect(begun()).toEqual(['begun', 'begun', 'begun']);
		expect(stored()).toEqual(ofTheExecution());
		// The note and the key, for any number of items.
		expect([row.writes, stored().length]).toEqual([2, 2]);
		for (const item of placed) keys.end(item, 'applied');
		await keys.settle();
		await keys.close();
		expect(begun()).toEqual([]);
		expect(await run([ofExecution()], at({ runIndex: 1 }))).toEqual(['sent']);
		expect(row.writes).toBe(2);
		await hooks.end();
		expect(stored()).toEqual([]);
	});

	it.each<[Outcome, unknown]>([
		['applied', 0],
		['notApplied', 'sent'],
		['unknown', 'open'],
	])('give another try of the run what became of them: %s', async (outcome, result) => {
		await pay(outcome);
		expect(await pay()).toBe(result);
	});

	it('of unknown outcome are in the store, where a person can release or confirm them', async () => {
		await pay('unknown');
		expect(begun()).toEqual(['stored']);
		expect(stored()).toEqual([...ofTheExecution(), 'pay #1', noteOf('pay #1')].sort());
		expect(await KeyStore.of(row.contextOf(nodeId)).release('pay #1')).toBe('open');
		expect(await pay('unknown')).toBe('sent');
		expect(await KeyStore.of(row.contextOf(nodeId)).confirm('pay #1')).toBe('open');
		expect(await pay()).toBe('earlier');
	});

	it('of unknown outcome are not in the store after a test execution, which nobody retries', async () => {
		await pay('unknown', { mode: 'manual' });
		expect([stored(), begun()]).toEqual([[], ['begun']]);
	});

	it('of unknown outcome are in the log where the store fails, and are not sent again', async () => {
		const keys = keysOf(at());
		const placed = keys.place(ofExecution());
		await send(keys, [placed], () => 'unknown');
		row.broken = { record: 'disk full' };
		await keys.close();
		row.broken = {};
		expect(row.warnings).toEqual([
			expect.stringMatching(/^Keys with an unknown outcome were not stored: .*disk full/),
		]);
		expect(await pay()).toBe('open');
	});

	it('are not sent where the key of the execution cannot be recorded, and are sent later', async () => {
		row.broken = { record: 'database is locked' };
		expect(await pay()).toBe('Not sent: n8n could not record the key');
		row.broken = {};
		expect(await pay()).toBe('sent');
	});
});

it('keeps the last 25,000 keys of a user or more, in four rows beside that of open keys', async () => {
	await run(Array.from({ length: 40 }, (_item, index) => withKey(`key ${index}`)));
	const rows = [0, 1, 2, 3].map((number) => [`${nodeId} ${number}`, 13_751]);
	expect(row.limits).toEqual({ ...Object.fromEntries(rows), [`${nodeId} open`]: 50_000 });
});

it('takes turns with workers in what a person started, which the main process runs', async () => {
	// A worker that read the row before the main wrote it writes the old row back.
	let isFirst = true;
	row.onBegin = () => {
		const read = new Set(row.values);
		const isOverwritten = isFirst;
		isFirst = false;
		return () => {
			if (isOverwritten) row.values = new Set([...read, noteOf('key'), marked('key', 'of a worker')]);
		};
	};
	expect(await run([withKey('key')], { mode: 'manual' })).toEqual(['open']);
});
