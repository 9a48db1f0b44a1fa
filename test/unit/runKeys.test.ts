// Falls with nodes/RewardsEngagement/once/runKeys.ts.

import { setTimeout as pause } from 'node:timers/promises';

import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import type { Outcome, Problem } from '../../nodes/RewardsEngagement/errors';
import { paymentsOf } from '../../nodes/RewardsEngagement/once/journals';
import {
	RunKeys,
	type Claimed,
	type KeyedItem,
	type PlacedItem,
} from '../../nodes/RewardsEngagement/once/runKeys';
import { workflowContext } from './workflowContext';

/** n8n's row of one node. It counts the writes. */
class Row {
	values = new Set<string>();

	writes = 0;

	/** Called at the start of a write, and what it returns at its end. */
	onBegin: () => () => void = () => () => {};

	/** The database's errors while it is not available. */
	broken: { record?: string; remove?: string } = {};

	readonly warnings: string[] = [];

	/** How many values n8n keeps, by node. */
	readonly limits: Record<string, number> = {};

	/** Whether this version of n8n has no store. */
	isMissing = false;

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
		});
		return workflowContext({ id: nodeId, type: 'pay' }, (node) => ({
			helpers: this.isMissing ? {} : helpersOf(node),
			getNode: () => node,
			getWorkflow: () => ({ id: workflowId }),
			getContext: () => stored,
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
			instanceSettings: { instanceType: started.instanceType ?? 'main', isMultiMain: started.isMultiMain },
			getMode: () => started.mode ?? 'trigger',
			getExecutionId: () => started.executionId ?? '1',
			getExecutionCancelSignal: () => undefined,
			additionalData: { rootExecutionMode: started.root, hooks: { retryOf: started.retryOf } },
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
	executionId?: string;
	/** The execution that is retried. */
	retryOf?: string;
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
async function run(
	items: readonly KeyedItem[],
	context: Context = {},
	outcome: Outcome | readonly Outcome[] = 'applied',
) {
	const keys = keysOf(context);
	const placed = items.map((item) => keys.place(item));
	const results: unknown[] = [];
	for (const [index, one] of placed.entries()) {
		const own = typeof outcome === 'string' ? outcome : outcome[index]!;
		if (one.isDone) results.push(keys.firstOf(one)?.itemIndex ?? 'earlier');
		else results.push(...(await send(keys, [one], () => own)));
	}
	return results;
}

/** What n8n loads of an execution after a wait, or for a retry. */
const loaded = <T extends object>(data: T) => JSON.parse(JSON.stringify(data)) as T;

const stored = () => [...row.values].sort();
const valuesOf = (key: string, ...more: string[]) => [key, ...more.map((one) => `${key}\0${one}`)];
const done = (key: string) => valuesOf(key, 'held');
const open = (key: string) => valuesOf(key, 'held', 'open');

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
		expect(row.writes).toBe(1);
		expect(stored()).toEqual(placed.flatMap(({ key }) => [...open(key), `${key}\0for f`]).sort());
		const outcomes: Outcome[] = ['applied', 'notApplied', 'unknown'];
		placed.forEach((item, index) => keys.end(item, outcomes[index % 3]!));
		row.writes = 0;
		await keys.settle();
		expect(row.writes).toBe(1);
		const kept = placed.flatMap(({ key }, index) => {
			if (index % 3 === 1) return [];
			return [...(index % 3 === 0 ? done(key) : open(key)), `${key}\0for f`];
		});
		expect(stored()).toEqual(kept.sort());
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

	it('that a person has released may stand for another request, and then only for that', async () => {
		await run([withKey('key', 0, 'f')]);
		expect(await paymentsOf(row.contextOf(nodeId)).release('key')).toBe('done');
		expect(await run([withKey('key', 0, 'g')])).toEqual(['sent']);
		expect(await run([withKey('key', 0, 'g')])).toEqual(['earlier']);
		expect(await run([withKey('key', 0, 'f')])).toEqual(['Not sent: this key was used for another request']);
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
		expect(stored()).toEqual([...open('pay #2'), ...done('pay #3')].sort());
	});

	it.each<[Outcome, unknown]>([
		['applied', 0],
		['notApplied', 'sent'],
		['unknown', 'open'],
	])('of another try of the run have the same numbers, after one was %s', async (outcome, result) => {
		const data = {};
		await run([equal()], { stored: data }, outcome);
		expect(await run([equal()], { stored: loaded(data) })).toEqual([result]);
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

describe('an item of another try or of a retry', () => {
	/** The same kind of item with other parameters. */
	const changed = (itemIndex = 0): KeyedItem => ({
		...equal(itemIndex),
		keyOf: (number) => `other #${number}`,
	});

	it('keeps its number, and one that was refused takes the lowest that is free', async () => {
		const data = {};
		const outcomes: Outcome[] = ['applied', 'notApplied', 'unknown', 'applied'];
		await run([equal(0), equal(1), equal(2), equal(3)], { stored: data }, outcomes);
		for (const again of [data, loaded(data)]) {
			const keys = keysOf({ stored: again });
			const placed = [0, 1, 2, 3].map((index) => keys.place(equal(index)));
			expect(placed.map(({ key, isDone, isOpen = false }) => [key, isDone, isOpen])).toEqual([
				['pay #1', true, false],
				['pay #2', false, false],
				['pay #3', false, true],
				['pay #4', true, false],
			]);
		}
	});

	it('that is new takes no number of one that was sent or is open, wherever it stands', async () => {
		const data = {};
		await run([equal(1), equal(2)], { stored: data }, ['applied', 'unknown']);
		expect(keysOf({ stored: loaded(data) }).place(equal(0)).key).toBe('pay #3');
	});

	it('is done though its parameters have changed, and says no key', async () => {
		const data = {};
		await run([equal()], { stored: data });
		const keys = keysOf({ stored: loaded(data) });
		const placed = keys.place(changed());
		expect(placed).toMatchObject({ key: '', isDone: true });
		expect(keys.firstOf(placed)).toEqual({ runIndex: 0, itemIndex: 0 });
		expect(keys.place(equal(1)).key).toBe('pay #2');
	});

	it('of unknown outcome keeps its key though its parameters have changed', async () => {
		const data = {};
		await run([equal()], { stored: data }, 'unknown');
		const keys = keysOf({ stored: loaded(data) });
		const placed = keys.place(changed());
		expect(placed).toMatchObject({ key: 'pay #1', isOpen: true, isDone: false });
		expect(await send(keys, [placed])).toEqual(['open']);
	});

	it('of another run has its own place', async () => {
		const data = {};
		await run([equal()], { stored: data, runIndex: 0 });
		expect(keysOf({ stored: loaded(data), runIndex: 1 }).place(equal()).key).toBe('pay #2');
	});

	it('that an earlier execution had done is found done again', async () => {
		await run([equal()]);
		const data = {};
		expect(await run([equal()], { stored: data })).toEqual(['earlier']);
		expect(keysOf({ stored: loaded(data) }).place(equal())).toMatchObject({ key: 'pay #1', isDone: true });
		expect(keysOf({ stored: loaded(data), runIndex: 1 }).place(equal()).key).toBe('pay #2');
	});
});

it('a dry run uses no number and no place', async () => {
	const data = {};
	await run([equal()], { stored: data });
	const keys = keysOf({ stored: data });
	expect(keys.place(equal(), true)).toMatchObject({ key: 'pay #2', isDone: false });
	expect(keysOf({ stored: data }).place(equal(1)).key).toBe('pay #2');
	expect(stored()).toEqual(done('pay #1'));
});

describe('calls of a tool', () => {
	const call = (data: object, runIndex = 0) => keysOf({ stored: data, runIndex }, true);

	it('at the same time have different numbers, though they have one run index', async () => {
		const data = {};
		const calls = [call(data), call(data)];
		const placed = calls.map((keys) => keys.place(equal()));
		expect(placed.map(({ key }) => key)).toEqual(['pay #1', 'pay #2']);
		for (const [index, keys] of calls.entries()) expect(await send(keys, [placed[index]!])).toEqual(['sent']);
		expect(call(data).place(equal()).key).toBe('pay #3');
	});

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

	it('that a retry of the agent makes again find those of its failed run', async () => {
		const data = {};
		for (const outcome of ['applied', 'applied', 'unknown'] as const) {
			const keys = call(data);
			await send(keys, [keys.place(equal())], () => outcome);
		}
		const again = loaded(data);
		const results: unknown[] = [];
		for (let index = 0; index < 3; index++) {
			const keys = call(again);
			results.push(...(await send(keys, [keys.place(equal())])));
		}
		expect(results).toEqual([0, 0, 'open']);
	});

	it('of another run of the agent are other payments', async () => {
		const data = {};
		const keys = call(data);
		await send(keys, [keys.place(equal())]);
		expect(call(loaded(data), 1).place(equal()).key).toBe('pay #2');
	});

	it('are the only ones that hold a number against another run', () => {
		const data = {};
		expect([0, 1].map(() => keysOf({ stored: data }).place(equal()).key)).toEqual(['pay #1', 'pay #1']);
	});
});

describe('payments that no event started', () => {
	const retry = (executionId: string, retryOf: string, data: object = {}): Context => ({
		...{ executionId, retryOf, stored: data },
		mode: 'retry',
	});
	/** A run as the node makes it, which begins and asks for the origin before it places items. */
	const pay = async (items: number, context: Context, outcome: Outcome | readonly Outcome[] = 'applied') => {
		const { origin } = await begun(context);
		const all = Array.from({ length: items }, (_item, index): KeyedItem => {
			return { ...ofExecution(index), keyOf: (number) => `execution ${origin} #${number}` };
		});
		return await run(all, context, outcome);
	};
	const begun = async (context: Context) => {
		const keys = keysOf(context);
		await keys.begin();
		return keys;
	};
	const REFUSED = {
		message: 'Not sent: an earlier attempt at this execution may have sent this item',
		advice: 'Retry the first attempt. n8n was stopped before it saved what the second one did.',
		outcome: 'unknown',
	};

	it('have their keys in the store, like all others', async () => {
		expect(await pay(2, {}, ['applied', 'unknown'])).toEqual(['sent', 'sent']);
		expect(stored()).toEqual([...done('execution 1 #1'), ...open('execution 1 #2')].sort());
	});

	it.each<[Outcome, unknown]>([
		['applied', 0],
		['notApplied', 'sent'],
		['unknown', 'open'],
	])('give another try of the run what became of them: %s', async (outcome, result) => {
		const data = {};
		await pay(1, { stored: data }, outcome);
		expect(await pay(1, { stored: data })).toEqual([result]);
	});

	it('are skipped, reported and sent in a retry, if n8n did not live to save the attempt', async () => {
		await pay(2, {}, ['applied', 'unknown']);
		expect(await pay(3, retry('2', '1'))).toEqual(['earlier', 'open', 'sent']);
		expect(await pay(3, retry('3', '1'))).toEqual(['earlier', 'open', 'earlier']);
	});

	it('are refused in a retry of a retry whose data was lost', async () => {
		await pay(1, {}, 'notApplied');
		await pay(1, retry('2', '1'));
		expect(stored()).toEqual([...done('execution 1 #1'), ...done('retry 2')].sort());
		const third = {};
		const told = (keys: RunKeys) => {
			try {
				return keys.origin;
			} catch (thrown) {
				return (thrown as Problem).told;
			}
		};
		expect(told(await begun(retry('3', '2', third)))).toMatchObject(REFUSED);
		// A refused retry is none to begin from either.
		expect(told(await begun(retry('4', '3', loaded(third))))).toMatchObject(REFUSED);
	});

	it('are refused in a retry of a retry that ended before it sent anything', async () => {
		await pay(1, {});
		await begun(retry('2', '1'));
		await expect(pay(1, retry('3', '2'))).rejects.toMatchObject({ told: REFUSED });
		expect(await pay(1, retry('4', '1'))).toEqual(['earlier']);
	});

	it('belong to the first attempt in a retry of a retry with data', async () => {
		const first = {};
		await pay(1, { stored: first }, 'notApplied');
		const second = loaded(first);
		await pay(1, retry('2', '1', second), 'notApplied');
		expect(await pay(1, retry('3', '2', loaded(second)))).toEqual(['sent']);
		expect(stored()).toEqual([...done('execution 1 #1'), ...done('retry 2'), ...done('retry 3')].sort());
	});

	it('are not sent in a retry if n8n does not say what it retries', async () => {
		await expect(pay(1, { mode: 'retry', executionId: '2' })).rejects.toThrow(REFUSED.message);
	});

	it('are not sent in a retry while the database fails, and are sent by another try', async () => {
		await pay(1, {}, 'notApplied');
		const data = {};
		row.broken = { record: 'database is locked' };
		await expect(pay(1, retry('2', '1', data))).rejects.toThrow('n8n could not record the key');
		row.broken = {};
		expect(await pay(1, retry('2', '1', data))).toEqual(['sent']);
	});

	it('are known in a retry that cannot prepare them, unless a person released them', async () => {
		const data = {};
		await pay(4, { stored: data }, ['applied', 'unknown', 'unknown', 'unknown']);
		const journal = paymentsOf(row.contextOf(nodeId));
		await journal.confirm('execution 1 #2');
		await journal.release('execution 1 #3');
		const keys = await begun(retry('2', '1', loaded(data)));
		const found = await Promise.all([0, 1, 2, 3, 4].map(async (index) => await keys.earlier(index)));
		expect(found).toEqual([
			{ state: 'done', first: { runIndex: 0, itemIndex: 0 } },
			{ state: 'done', first: undefined },
			undefined,
			{
				problem: expect.objectContaining({
					message: expect.stringContaining('may have been applied') as string,
				}),
			},
			undefined,
		]);
		// The numbers of the items before are taken, also that of the released one.
		expect(keys.place({ ...ofExecution(4), keyOf: (number) => `execution 1 #${number}` }).key).toBe(
			'execution 1 #5',
		);
		expect(await keysOf({ stored: data }).earlier(0)).toBeUndefined();
		row.broken = { record: 'database is locked' };
		expect(await keys.earlier(2)).toEqual({
			problem: expect.objectContaining({
				message: expect.stringContaining('may have been applied') as string,
			}) as unknown,
		});
	});

	it('of unknown outcome can be released and confirmed by a person', async () => {
		const data = {};
		const journal = paymentsOf(row.contextOf(nodeId));
		await pay(1, { stored: data }, 'unknown');
		expect(await journal.release('execution 1 #1')).toBe('open');
		expect(await pay(1, { stored: data }, 'unknown')).toEqual(['sent']);
		expect(await journal.confirm('execution 1 #1')).toBe('open');
		expect(await pay(1, { stored: data })).toEqual(['earlier']);
	});

	it('of unknown outcome are not sent though n8n has dropped their keys', async () => {
		const data = {};
		await pay(1, { stored: data }, 'unknown');
		row.values.clear();
		expect(await pay(1, { stored: loaded(data) })).toEqual(['open']);
	});

	it('are not in the store in a test execution, which nobody retries', async () => {
		const data = {};
		expect(await pay(1, { mode: 'manual', stored: data })).toEqual(['sent']);
		expect([stored(), row.writes]).toEqual([[], 0]);
		expect(await pay(1, { mode: 'manual', stored: data })).toEqual([0]);
	});

	it('are not sent if the keys cannot be recorded, and are sent later', async () => {
		const data = {};
		row.broken = { record: 'database is locked' };
		expect(await pay(1, { stored: data })).toEqual(['Not sent: n8n could not record the key']);
		row.broken = {};
		expect(await pay(1, { stored: data })).toEqual(['sent']);
	});

	it('are made once without a store, and are refused in a retry, as are all with a key', async () => {
		const refused = 'Not sent: this version of n8n cannot keep what this node did before';
		row.isMissing = true;
		expect(await pay(1, {})).toEqual(['sent']);
		expect(keysOf().isUnkept).toBe(true);
		await expect(pay(1, retry('2', '1'))).rejects.toThrow(refused);
		expect(keysOf(retry('2', '1')).isUnkept).toBe(false);
		expect(await run([withKey('key')])).toEqual([refused]);
		expect(await run([equal()])).toEqual([refused]);
	});
});

it('keeps 30,000 values in one row of the node', async () => {
	await run(Array.from({ length: 40 }, (_item, index) => withKey(`key ${index}`)));
	expect(row.limits).toEqual({ [nodeId]: 30_000 });
});

it('takes turns with workers in what a person started, which the main process runs', async () => {
	// A worker that read the row before the main wrote it writes the old row back.
	let isFirst = true;
	row.onBegin = () => {
		const read = new Set(row.values);
		const isOverwritten = isFirst;
		isFirst = false;
		return () => {
			if (isOverwritten) row.values = new Set([...read, ...open('key'), 'key\0for f', 'key\0by of a worker']);
		};
	};
	expect(await run([withKey('key')], { mode: 'manual' })).toEqual(['open']);
});
