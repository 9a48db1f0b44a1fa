// Falls with nodes/RewardsEngagement/idempotency/runKeys.ts.

import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

import type { IDataObject, IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import { Problem } from '../../nodes/RewardsEngagement/errors';
import { marked, noteOf, printed } from '../../nodes/RewardsEngagement/host/processedData';
import { occurrenceOf } from '../../nodes/RewardsEngagement/idempotency/executionData';
import { KeyStore } from '../../nodes/RewardsEngagement/idempotency/keyStore';
import {
	CLAIMED_AT_A_TIME,
	RunKeys,
	type KeyedItem,
} from '../../nodes/RewardsEngagement/idempotency/runKeys';
import { forgetProcessMemory } from '../harness/processMemory';
import { workflowContext } from './workflowContext';

const load = createRequire(__filename);

/** n8n's row of one node. It takes some time to be written, and counts the writes. */
class Row {
	values = new Set<string>();

	writes = 0;

	/** Milliseconds. */
	gap = 0;

	onWrite = () => {};

	/** Called at the start of a write. Returns a function to call at its end. */
	onBegin: () => () => void = () => () => {};

	/** The number of writes that still take effect before the process ends. */
	private left = Infinity;

	private tellEnd = () => {};

	/** Ends the process at this write, which takes effect. Resolves then. */
	async endAfter(writes: number): Promise<void> {
		this.left = writes;
		await new Promise<void>((resolve) => (this.tellEnd = resolve));
	}

	goOn(): void {
		this.left = Infinity;
	}

	/** The database's errors while it is not available. */
	broken?: { record?: string; remove?: string };

	readonly warnings: string[] = [];

	contextOf(
		nodeId: string,
		{ workflowId = 'w', runIndex = 0, stored = {}, executionId = '1', signal, ...started }: Context = {},
	): IExecuteFunctions {
		const write = async (change: () => void) => {
			this.writes++;
			const tell = this.onBegin();
			await pause(this.gap);
			this.onWrite();
			if (this.left >= 0) change();
			tell();
			if (this.left-- > 0) return;
			this.tellEnd();
			await new Promise(() => {});
		};
		const helpers = {
			checkProcessedAndRecord: async (values: string[]) => {
				if (this.broken?.record) throw new Error(this.broken.record);
				const fresh = values.filter((value) => !this.values.has(value));
				await write(() => fresh.forEach((value) => this.values.add(value)));
				return { new: fresh, processed: [] };
			},
			removeProcessed: async (values: string[]) => {
				if (this.broken?.remove) throw new Error(this.broken.remove);
				await write(() => values.forEach((value) => this.values.delete(value)));
			},
			getProcessedDataCount: async () => await Promise.resolve(this.values.size),
		};
		return workflowContext({ id: nodeId }, (node) => ({
			helpers,
			getNode: () => node,
			getWorkflow: () => ({ id: workflowId }),
			getContext: () => stored,
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
			instanceSettings: { instanceType: started.instanceType ?? 'main', isMultiMain: started.isMultiMain },
			getMode: () => started.mode ?? 'trigger',
			getExecutionId: () => executionId,
			getExecutionCancelSignal: () => signal,
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
	executionId?: string;
	signal?: AbortSignal;
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
/** The user's own key, which is not shared with other items. */
const own = { isNumbered: false, delivery: '' };

/** Places an item, and announces it. */
const expected = (keys: RunKeys, item: KeyedItem) => {
	const placed = keys.place(item);
	keys.announce([placed]);
	return async <T>(send: () => Promise<T>, jsonOf: (result: T) => IDataObject) =>
		await keys.once(placed, send, jsonOf);
};
const runOf = (row: Row, count: number, keyOf = (index: number) => `key ${index}`) => {
	const keys = new RunKeys(row.contextOf(`node ${nodes++}`));
	const items = Array.from({ length: count }, (_item, index) =>
		expected(keys, { itemIndex: index, ...own, fingerprint: 'f', keyOf: () => keyOf(index) }),
	);
	return { keys, items };
};
const json = () => ({});
const failing = (outcome: 'notApplied' | 'unknown') => async () =>
	await Promise.reject(new Problem({ message: 'No', advice: 'Look.', outcome }));
const sending = async () => await Promise.resolve();

/** One item with one key, in a separate run. */
async function runOne(context: IExecuteFunctions, send: () => Promise<unknown>, fingerprint = 'f') {
	const keys = new RunKeys(context);
	const once = expected(keys, { itemIndex: 7, ...own, fingerprint, keyOf: () => 'key' });
	try {
		return await once(send, () => ({ paid: true }));
	} finally {
		await keys.close();
	}
}

it('writes the keys of many items at a time', async () => {
	const row = new Row();
	const { keys, items } = runOf(row, 300);
	for (const once of items) await once(async () => await Promise.resolve(), json);
	await keys.close();
	expect(row.writes).toBeLessThan(80);
	expect(row.values.size).toBe(600);
});

it('writes the keys of equal payments many at a time too', async () => {
	const row = new Row();
	const keys = new RunKeys(row.contextOf(`node ${nodes++}`));
	const items = Array.from({ length: 300 }, (_item, itemIndex) =>
		expected(keys, { itemIndex, isNumbered: true, delivery: '', keyOf: (number) => `pay #${number}` }),
	);
	for (const once of items) await once(sending, json);
	await keys.close();
	expect(row.writes).toBeLessThan(80);
	expect(row.values.size).toBe(300);
});

describe('how many keys are claimed at a time', () => {
	it.each<[number, Context]>([
		[25, {}],
		[100, { instanceType: 'worker' }],
	])('is %d in a process like %o, and the next ones only after these', async (most, started) => {
		const row = new Row();
		const keys = new RunKeys(row.contextOf(`node ${nodes++}`, started));
		const items = Array.from({ length: most + 1 }, (_item, itemIndex) =>
			expected(keys, { itemIndex, ...own, keyOf: () => `key ${itemIndex}` }),
		);
		const open: number[] = [];
		const send = async () =>
			await Promise.resolve(
				void open.push([...row.values].filter((value) => value.endsWith('is open')).length),
			);
		for (const once of items) await once(send, json);
		await keys.close();
		expect(open).toEqual([...Array<number>(most).fill(most), 1]);
	});

	it('claims the keys of all items that wait for one together', async () => {
		const row = new Row();
		const { keys, items } = runOf(row, 250);
		const together = items.slice(0, 100);
		let arrived = 0;
		const sent = new Promise<void>((resolve) => {
			const send = async () => {
				if (++arrived === together.length) resolve();
				await sent;
			};
			void Promise.all(together.map(async (once) => await once(send, json)));
		});
		await sent;
		// The notes, and four rows for the keys.
		expect(row.writes).toBeLessThanOrEqual(5);
		await keys.close();
	});

	it('leaves done keys as they are that were claimed ahead and not reached', async () => {
		const row = new Row();
		const node = row.contextOf(`node ${nodes++}`);
		const runAgain = async (count: number) => {
			const keys = new RunKeys(node);
			const items = Array.from({ length: 300 }, (_item, index) =>
				expected(keys, { itemIndex: index, ...own, fingerprint: 'f', keyOf: () => `key ${index}` }),
			);
			const results = [];
			for (const once of items.slice(0, count)) results.push((await once(sending, json)).wasDone);
			await keys.close();
			return results;
		};
		await runAgain(3);
		expect(await runAgain(1)).toEqual([true]);
		expect(await runAgain(4)).toEqual([true, true, true, false]);
	});
});

it('has every key recorded as open before its request is sent, and never claims too many ahead', async () => {
	const row = new Row();
	row.gap = 3;
	const { keys, items } = runOf(row, 200);
	let most = 0;
	for (const [index, once] of items.entries()) {
		await once(async () => {
			expect(row.values).toContain(noteOf(`key ${index}`));
			const open = [...row.values].filter((value) => value.endsWith('is open'));
			most = Math.max(most, open.length);
			await Promise.resolve();
		}, json);
	}
	await keys.close();
	expect(most).toBeGreaterThan(1);
	expect(most).toBeLessThanOrEqual(CLAIMED_AT_A_TIME);
});

it('claims no key ahead that an item before it is about to be sent under', async () => {
	const row = new Row();
	row.gap = 2;
	const { keys, items } = runOf(row, 200, (index) => `key ${index % 100}`);
	const results = [];
	for (const once of items) results.push(await once(sending, json));
	await keys.close();
	expect(results.map(({ wasDone }) => wasDone)).toEqual(items.map((_item, index) => index >= 100));
	// A key without a working process is claimed together with others.
	expect(row.writes).toBeLessThan(60);
});

it('claims no key ahead of an item that is being sent under it for another delivery', async () => {
	const row = new Row();
	row.gap = 2;
	const keys = new RunKeys(row.contextOf(`node ${nodes++}`));
	const one = (itemIndex: number, kind: string, source: string) =>
		expected(keys, {
			itemIndex,
			isNumbered: true,
			delivery: source,
			keyOf: (number) => `${kind} #${number}`,
		});
	const first = one(0, 'slow', '');
	const others = Array.from({ length: 20 }, (_item, index) => one(index + 1, `quick ${index}`, ''));
	const last = one(21, 'slow', '0.1');
	const slow = first(async () => await pause(150), json);
	for (const once of others) await once(sending, json);
	const again = last(sending, json);
	expect((await slow).wasDone).toBe(false);
	expect((await again).wasDone).toBe(true);
	await keys.close();
});

it('asks n8n and its store for nothing where no item has a key, and once where items have', async () => {
	const row = new Row();
	await expect(new RunKeys(row.contextOf('n', { workflowId: '' })).close()).resolves.toBeUndefined();
	expect(row.warnings).toEqual([]);
	const context = row.contextOf(`node ${nodes++}`);
	const asked = jest.fn(() => ({ $runIndex: 0 }));
	const keys = new RunKeys({ ...context, getWorkflowDataProxy: asked } as unknown as IExecuteFunctions);
	const items = [0, 1].map((itemIndex) => expected(keys, { itemIndex, ...own, keyOf: () => 'the same' }));
	for (const once of items) await once(sending, json);
	expect(asked).toHaveBeenCalledTimes(1);
	const before = row.writes;
	await keys.close();
	expect(row.writes - before).toBe(0);
});

it('takes items after its end as before', async () => {
	const row = new Row();
	const keys = new RunKeys(row.contextOf(`node ${nodes++}`));
	const pay = async (from: number) => {
		const items = [0, 1, 2].map((index) =>
			expected(keys, { itemIndex: from + index, ...own, keyOf: () => `key ${from + index}` }),
		);
		for (const once of items) expect((await once(sending, json)).wasDone).toBe(false);
		await keys.close();
	};
	await pay(0);
	await pay(3);
	expect(row.values.size).toBe(6);
});

it('knows whether other processes share the store', () => {
	const row = new Row();
	const isShared = (started: Context) => KeyStore.of(row.contextOf(`node ${nodes++}`, started)).isShared;
	expect(isShared({})).toBe(false);
	expect(isShared({ instanceType: 'worker' })).toBe(true);
	expect(isShared({ isMultiMain: true })).toBe(true);
	expect(isShared({ mode: 'integrated', root: 'webhook' })).toBe(false);
});

it.each<Context>([{ mode: 'manual' }, { mode: 'integrated', root: 'manual' }])(
	'takes turns with workers in what was started by hand, which the main runs beside them: %o',
	async (byHand) => {
		const row = new Row();
		const nodeId = `node ${nodes++}`;
		expect(KeyStore.of(row.contextOf(nodeId, byHand)).isShared).toBe(true);
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
		await expect(runOne(row.contextOf(nodeId, byHand), sending)).rejects.toThrow('may have been applied');
	},
);

it('sends nothing twice, and takes nothing for done that was not sent, whenever the process ends', async () => {
	for (let writes = 0; writes < 16; writes++) {
		const row = new Row();
		const nodeId = `node ${nodes++}`;
		const sent: number[] = [];
		const pay = async (Keys: typeof RunKeys, ended: Promise<unknown>) => {
			const run = new Keys(row.contextOf(nodeId));
			const items = Array.from({ length: 12 }, (_item, itemIndex) =>
				expected(run, { itemIndex, ...own, keyOf: () => `key ${itemIndex}` }),
			);
			const all = async () => {
				const results = [];
				for (const [index, once] of items.entries()) {
					const send = async () => await Promise.resolve(void sent.push(index));
					results.push(await once(send, json).catch((error: Error) => error.message));
				}
				await run.close();
				return results;
			};
			return await Promise.race([all(), ended]);
		};
		await pay(RunKeys, row.endAfter(writes));
		const before = [...sent];
		row.goOn();
		forgetProcessMemory();
		await jest.isolateModulesAsync(async () => {
			const { RunKeys: Keys } = load('../../nodes/RewardsEngagement/idempotency/runKeys') as {
				RunKeys: typeof RunKeys;
			};
			const results = (await pay(Keys, new Promise(() => {}))) as unknown[];
			results.forEach((result, index) => {
				const isDone = (result as { wasDone?: boolean }).wasDone;
				if (isDone) expect(before).toContain(index);
				if (isDone === false) expect(before).not.toContain(index);
				if (isDone === undefined) expect(result).toContain('may have been applied');
			});
		});
		expect(new Set(sent).size).toBe(sent.length);
	}
});

it('frees what was claimed ahead and not sent, when the run stops', async () => {
	const row = new Row();
	row.gap = 5;
	const { keys, items } = runOf(row, 100);
	for (const once of items.slice(0, 10)) await once(async () => await Promise.resolve(), json);
	expect(row.values.size).toBeGreaterThan(30);
	await keys.close();
	expect([...row.values].sort()).toEqual(
		Array.from({ length: 10 }, (_item, index) => [`key ${index}`, printed(`key ${index}`, 'f')])
			.flat()
			.sort(),
	);
});

it('leaves what was found done as it is, though it was looked at ahead, when the run stops', async () => {
	const row = new Row();
	const nodeId = `node ${nodes++}`;
	const runOfNode = () => {
		const keys = new RunKeys(row.contextOf(nodeId));
		const items = Array.from({ length: 20 }, (_item, itemIndex) =>
			expected(keys, { itemIndex, ...own, keyOf: () => `key ${itemIndex}` }),
		);
		return { keys, items };
	};
	const earlier = runOfNode();
	for (const once of earlier.items.slice(8, 12)) await once(sending, json);
	await earlier.keys.close();
	const { keys, items } = runOfNode();
	for (const once of items.slice(0, 7)) await once(sending, json);
	await keys.close();
	const again = runOfNode();
	const results = [];
	for (const once of again.items) results.push((await once(sending, json)).wasDone);
	await again.keys.close();
	expect(results).toEqual(items.map((_item, index) => index < 7 || (index >= 8 && index < 12)));
});

it('claims no key again ahead whose item was refused before its turn', async () => {
	const row = new Row();
	const { keys, items } = runOf(row, 40);
	await expect(items[4]!(failing('notApplied'), json)).rejects.toThrow('No');
	const seen: string[] = [];
	for (const [index, once] of items.entries()) {
		if (index === 4) continue;
		await once(async () => {
			// Its result is recorded together with the next keys.
			if (index > 30) seen.push(...row.values);
			return await Promise.resolve();
		}, json);
	}
	await keys.close();
	expect(seen).toContain('key 39');
	expect(seen).not.toContain('key 4');
	expect(row.values.size).toBe(78);
});

it('lets an item wait for the last of several under its key, also when it comes late', async () => {
	const row = new Row();
	const { keys, items } = runOf(row, 3, () => 'key');
	const first = items[0]!(failing('notApplied'), json);
	const second = items[1]!(async () => await pause(50), json);
	await expect(first).rejects.toThrow('No');
	const third = items[2]!(sending, json);
	expect((await second).wasDone).toBe(false);
	expect((await third).wasDone).toBe(true);
	await keys.close();
});

it('sends once for two items under one key, also where both are on their way', async () => {
	const row = new Row();
	const { keys, items } = runOf(row, 40, (index) => `key ${index % 2}`);
	let sent = 0;
	const results = await Promise.all(
		items.map(async (once) => await once(async () => void (sent++, await pause(5)), json)),
	);
	await keys.close();
	expect(sent).toBe(2);
	expect(results.filter(({ wasDone }) => wasDone)).toHaveLength(38);
	expect(row.values).not.toContain(noteOf('key 0'));
});

describe('of equal payments that are told apart by number', () => {
	const numbered = (count: number) => {
		const row = new Row();
		const keys = new RunKeys(row.contextOf(`node ${nodes++}`));
		const items = Array.from({ length: count }, (_item, itemIndex) =>
			expected(keys, { itemIndex, isNumbered: true, delivery: '', keyOf: (number) => `pay #${number}` }),
		);
		return { row, keys, items };
	};
	it('one that was refused leaves its number free, and takes none from the next', async () => {
		const { row, keys, items } = numbered(2);
		await expect(items[0]?.(failing('notApplied'), json)).rejects.toThrow('No');
		await items[1]?.(sending, json);
		await keys.close();
		expect([...row.values]).toEqual(['pay #2']);
	});

	it('all are sent but those that are refused, also while what became of these is being recorded', async () => {
		const { row, keys, items } = numbered(300);
		row.gap = 3;
		const thrown: unknown[] = [];
		for (const [index, once] of items.entries()) {
			await once(index % 3 === 0 ? failing('notApplied') : sending, json).catch((error: unknown) => {
				if (!(error instanceof Problem) || error.message !== 'No') thrown.push(error);
			});
		}
		await keys.close();
		expect(thrown).toEqual([]);
		expect(row.values.size).toBe(200);
	});

	it('the search for the next number does not begin anew with each that is refused', async () => {
		const row = new Row();
		const keys = new RunKeys(row.contextOf(`node ${nodes++}`));
		const count = 2_000;
		let looks = 0;
		const keyOf = (number: number) => `pay #${(looks++, number)}`;
		const items = Array.from({ length: count }, (_item, itemIndex) =>
			expected(keys, { itemIndex, isNumbered: true, delivery: '', keyOf }),
		);
		for (const [index, once] of items.entries()) {
			await once(index % 10 === 0 ? failing('notApplied') : sending, json).catch(() => undefined);
		}
		await keys.close();
		expect(row.values.size).toBe(0.9 * count);
		expect(looks / count).toBeLessThan(20);
	});

	it('one of which nobody knows what became keeps its number, open, and its error names it', async () => {
		const { row, keys, items } = numbered(2);
		await expect(items[0]?.(failing('unknown'), json)).rejects.toMatchObject({
			told: { idempotencyKey: 'pay #1', outcome: 'unknown' },
		});
		await items[1]?.(sending, json);
		await keys.close();
		expect([...row.values].sort()).toEqual(['pay #1', noteOf('pay #1'), 'pay #2']);
	});
});

it('sends nothing where this n8n does not lead to the keys of the node', async () => {
	const row = new Row();
	const context = Object.assign(row.contextOf(`node ${nodes++}`), { workflow: undefined });
	let sent = 0;
	await expect(runOne(context, async () => await Promise.resolve(sent++))).rejects.toThrow(
		'Stopped: this version of n8n cannot read what this node stored earlier',
	);
	expect(sent).toBe(0);
});

describe('an item under its key', () => {
	it('gives what came of it when it was sent, and the item that was when it was not', async () => {
		const row = new Row();
		const context = row.contextOf(`node ${nodes++}`, { runIndex: 2 });
		expect(await runOne(context, async () => await Promise.resolve('paid'))).toEqual({
			wasDone: false,
			result: 'paid',
		});
		expect(await runOne(context, sending)).toEqual({
			wasDone: true,
			key: 'key',
			first: { runIndex: 2, itemIndex: 7, json: { paid: true } },
		});
	});

	it('names no item when an earlier execution sent it', async () => {
		const row = new Row();
		const nodeId = `node ${nodes++}`;
		await runOne(row.contextOf(nodeId), sending);
		expect(await runOne(row.contextOf(nodeId), sending)).toEqual({
			wasDone: true,
			key: 'key',
			first: undefined,
		});
	});

	it('is refused as not applied where the key was used for another request', async () => {
		const row = new Row();
		const context = row.contextOf(`node ${nodes++}`);
		await runOne(context, sending);
		const send = jest.fn(sending);
		await expect(runOne(context, send, 'another')).rejects.toMatchObject({
			told: {
				message: 'Not sent: this key was used for another request',
				advice: expect.stringContaining('Idempotency Key → Release'),
				outcome: 'notApplied',
			},
		});
		expect(send).not.toHaveBeenCalled();
	});

	it('is refused as unknown, with the key, where nobody knows what became of an earlier one', async () => {
		const row = new Row();
		const context = row.contextOf(`node ${nodes++}`);
		await expect(runOne(context, failing('unknown'))).rejects.toThrow('No');
		const send = jest.fn(sending);
		await expect(runOne(context, send)).rejects.toMatchObject({
			told: {
				message: 'Not sent: an earlier request with this key may have been applied',
				advice: expect.stringContaining('Idempotency Key → Release'),
				outcome: 'unknown',
				idempotencyKey: 'key',
			},
		});
		expect(send).not.toHaveBeenCalled();
	});

	it('is not sent where its key could not be recorded, and can be sent later', async () => {
		const row = new Row();
		const context = row.contextOf(`node ${nodes++}`);
		row.broken = { record: 'database is locked' };
		const send = jest.fn(sending);
		await expect(runOne(context, send)).rejects.toMatchObject({
			told: {
				message: 'Not sent: n8n could not record the key',
				advice: expect.stringContaining('database is locked'),
				outcome: 'notApplied',
			},
		});
		expect(send).not.toHaveBeenCalled();
		row.broken = undefined;
		expect(await runOne(context, send)).toMatchObject({ wasDone: false });
	});

	it('is said in the log where what became of it could not be recorded, and its key stays open', async () => {
		const row = new Row();
		const context = row.contextOf(`node ${nodes++}`);
		await runOne(context, async () => {
			row.broken = { remove: 'disk full' };
			return await Promise.resolve('paid');
		});
		expect(row.warnings).toEqual(['The result of requests was not recorded under "key": Error: disk full']);
		expect(row.values).toContain(noteOf('key'));
	});

	it('is named in the log beside the others whose end could not be recorded with it', async () => {
		const row = new Row();
		const { keys, items } = runOf(row, 2);
		await Promise.all(items.map(async (once) => await once(sending, json)));
		row.broken = { remove: 'disk full' };
		await keys.close();
		expect(row.warnings.join()).toContain('under "key 0", "key 1": Error: disk full');
	});

	it('is not freed a second time under another run, where the store did not confirm that it was', async () => {
		const row = new Row();
		const context = row.contextOf(`node ${nodes++}`);
		const refused = runOne(context, async () => {
			// The key is removed first, then its note.
			let writes = 0;
			row.onBegin = () => () => {
				if (++writes === 2) throw new Error('connection lost');
			};
			return await failing('notApplied')();
		});
		const send = jest.fn(async () => await pause(500));
		const again = pause(50).then(async () => await runOne(context, send));
		const third = pause(350).then(async () => await runOne(context, send));
		await expect(refused).rejects.toThrow('No');
		await expect(third).rejects.toThrow('may have been applied');
		expect((await again).wasDone).toBe(false);
		expect(send).toHaveBeenCalledTimes(1);
	});

	it('is refused in a workflow that was never saved', async () => {
		const row = new Row();
		await expect(runOne(row.contextOf('n', { workflowId: '' }), sending)).rejects.toMatchObject({
			message: 'Not sent: a key needs a saved workflow',
			told: { advice: 'Save the workflow, then run it again.' },
		});
	});

	it('leaves no mark behind where several processes share the store', async () => {
		const row = new Row();
		const context = row.contextOf(`node ${nodes++}`, { instanceType: 'worker' });
		let during: string[] = [];
		await runOne(context, async () => await Promise.resolve((during = [...row.values])));
		expect(during).toHaveLength(3);
		const { writes } = row;
		expect([...row.values].sort()).toEqual(['key', printed('key', 'f')]);
		const alone = new Row();
		await runOne(
			alone.contextOf(`node ${nodes++}`),
			async () => await Promise.resolve((during = [...alone.values])),
		);
		expect(during).toHaveLength(3);
		// This takes more looks than with a single process.
		expect(writes).toBeGreaterThan(alone.writes);
	});
});

it('an execution that had a payment of the kind pays the next under the next number', async () => {
	const row = new Row();
	const context = (runIndex: number, stored: object) => row.contextOf('loop', { runIndex, stored });
	const pay = async (runIndex: number, stored: object) => {
		const keys = new RunKeys(context(runIndex, stored));
		const once = expected(keys, {
			itemIndex: 0,
			isNumbered: true,
			delivery: '',
			keyOf: (number) => `pay #${number}`,
		});
		const result = await once(sending, json);
		await keys.close();
		return result.wasDone;
	};
	const stored = {};
	expect([await pay(0, stored), await pay(1, stored)]).toEqual([false, false]);
	expect([...row.values]).toEqual(['pay #1', 'pay #2']);
	// A retry of the execution finds them paid by other items.
	expect(await pay(0, {})).toBe(true);
	expect([...row.values]).toEqual(['pay #1', 'pay #2']);
});

describe('the data of an execution', () => {
	it('has the item that was sent in a turn, and none for what an earlier execution did', async () => {
		const row = new Row();
		const pay = async () => {
			const stored: { idempotency?: { used: object } } = {};
			const keys = new RunKeys(row.contextOf('noted', { stored }));
			const once = expected(keys, {
				itemIndex: 3,
				isNumbered: true,
				delivery: '',
				keyOf: (number) => `pay #${number}`,
			});
			await once(sending, json);
			await keys.close();
			return stored.idempotency?.used;
		};
		const occurrence = occurrenceOf('pay #1', '');
		expect(await pay()).toEqual({ 0: { [occurrence]: 3 } });
		expect(await pay()).toEqual({ 0: { [occurrence]: -1 } });
	});

	it('has nothing of a key of the user that an earlier execution used', async () => {
		const row = new Row();
		await runOne(row.contextOf('noted by hand'), sending);
		const stored: { idempotency?: { used: object } } = {};
		await runOne(row.contextOf('noted by hand', { stored }), sending);
		expect(stored.idempotency?.used).toEqual({});
	});
});

describe('the store of a node', () => {
	/** n8n's contexts, each of which reaches the row of its node. */
	class Context {
		static readonly asked: Array<{ id: string; maxEntries: number }> = [];

		readonly instanceSettings: { instanceType: string };

		readonly helpers: unknown;

		/** Whether a write takes effect and still fails. */
		static isFailing = false;

		private static readonly values = new Set<string>();

		constructor(
			readonly workflow: { instanceType?: string },
			private readonly node: { id: string },
		) {
			this.instanceSettings = { instanceType: workflow.instanceType ?? 'main' };
			const { values } = Context;
			this.helpers = {
				checkProcessedAndRecord: async (
					given: string[],
					_scope: string,
					{ maxEntries }: { maxEntries: number },
				) => {
					Context.asked.push({ id: node.id, maxEntries });
					for (const value of given) values.add(value);
					if (Context.isFailing) throw new Error('connection lost');
					return await Promise.resolve({ new: given, processed: [] });
				},
				getProcessedDataCount: async () => await Promise.resolve(values.size),
			};
		}

		getNode = () => this.node;

		getWorkflow = () => ({ id: 'w' });

		getMode = () => 'trigger';
	}
	const open = (workflow: { instanceType?: string }) =>
		KeyStore.of(new Context(workflow, { id: 'n' }) as unknown as IExecuteFunctions);

	it('has four rows for the keys, and one aside for what is open', async () => {
		const asked = async () => {
			Context.asked.length = 0;
			await open({}).claim(Array.from({ length: 40 }, (_key, index) => ({ key: `key ${index}` })));
			return Object.fromEntries(Context.asked.map(({ id, maxEntries }) => [id, maxEntries]));
		};
		await asked();
		expect(await asked()).toEqual({
			'n 0': 13_751,
			'n 1': 13_751,
			'n 2': 13_751,
			'n 3': 13_751,
			'n open': 50_000,
		});
	});

	it('that nobody else writes tells what became of a write that failed', async () => {
		const [alone, shared] = [open({}), open({ instanceType: 'worker' })];
		Context.isFailing = true;
		expect(await alone.claim([{ key: 'one' }])).toEqual(['mine']);
		await expect(shared.claim([{ key: 'three' }])).rejects.toThrow('connection lost');
		Context.isFailing = false;
	});
});

describe('of equal payments for an event that comes several times', () => {
	const deliveries = (sources: string[], row = new Row(), runIndex = 0, stored = {}) => {
		const keys = new RunKeys(row.contextOf('node of deliveries', { runIndex, stored }));
		const items = sources.map((source, itemIndex) =>
			expected(keys, { itemIndex, isNumbered: true, delivery: source, keyOf: (number) => `pay #${number}` }),
		);
		return { row, keys, items };
	};
	const results = async ({ keys, items }: ReturnType<typeof deliveries>) => {
		const all = await Promise.all(items.map(async (once) => await once(sending, json)));
		await keys.close();
		return all.map((result) => (result.wasDone ? (result.first?.itemIndex ?? 'earlier') : 'sent'));
	};

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
	])('each is made once: of the deliveries %j', async (sources, expected) => {
		const run = deliveries(sources);
		expect(await results(run)).toEqual(expected);
		const made = expected.filter((one) => one === 'sent').length;
		expect([...run.row.values]).toEqual(Array.from({ length: made }, (_one, index) => `pay #${index + 1}`));
	});

	it('each is made once over the runs of a node, and over executions', async () => {
		const row = new Row();
		const stored = {};
		expect(await results(deliveries(['', ''], row, 0, stored))).toEqual(['sent', 'sent']);
		expect(await results(deliveries(['1.0', '1.0', '1.0'], row, 1, stored))).toEqual([0, 1, 'sent']);
		// Its third item is the one that the other delivery had as its third.
		expect(await results(deliveries([''], row, 2, stored))).toEqual([2]);
		expect(await results(deliveries(['', '', '', ''], row))).toEqual([
			'earlier',
			'earlier',
			'earlier',
			'sent',
		]);
	});

	it('a try of the same run keeps the number of which nobody knows what became', async () => {
		const row = new Row();
		const stored = {};
		const first = deliveries([''], row, 0, stored);
		await expect(first.items[0]?.(failing('unknown'), json)).rejects.toThrow('No');
		await first.keys.close();
		await expect(results(deliveries([''], row, 0, stored))).rejects.toThrow('may have been applied');
		expect([...row.values].sort()).toEqual(['pay #1', noteOf('pay #1')]);
	});

	it('a try of the same run makes what was refused under the number that it had', async () => {
		const row = new Row();
		const stored = {};
		const first = deliveries([''], row, 0, stored);
		await expect(first.items[0]?.(failing('notApplied'), json)).rejects.toThrow('No');
		await first.keys.close();
		expect(await results(deliveries([''], row, 0, stored))).toEqual(['sent']);
		expect([...row.values]).toEqual(['pay #1']);
	});

	it('the next delivery makes it where the first was refused, and not where nobody knows what became of it', async () => {
		const refused = deliveries(['', '0.1']);
		await expect(refused.items[0]?.(failing('notApplied'), json)).rejects.toThrow('No');
		expect((await refused.items[1]?.(sending, json))?.wasDone).toBe(false);
		await refused.keys.close();
		const unsure = deliveries(['', '0.1']);
		await expect(unsure.items[0]?.(failing('unknown'), json)).rejects.toThrow('No');
		await expect(unsure.items[1]?.(sending, json)).rejects.toThrow('may have been applied');
		await unsure.keys.close();
	});

	it('an execution that is done again finds what each of its runs made, and makes what is new', async () => {
		const row = new Row();
		const story = async (runs: number) => {
			const stored = {};
			const all = [];
			for (let run = 0; run < runs; run++) all.push(...(await results(deliveries([''], row, run, stored))));
			return all;
		};
		expect(await story(2)).toEqual(['sent', 'sent']);
		expect(await story(4)).toEqual(['earlier', 'earlier', 'sent', 'sent']);
	});

	it('those of one delivery are under way at the same time, and those of another wait for them', async () => {
		const { keys, items } = deliveries(['', '', '0.2']);
		let under = 0;
		let begin = () => {};
		const both = new Promise<void>((resolve) => (begin = resolve));
		const meeting = async () => {
			under += 1;
			if (under === 2) begin();
			await both;
		};
		const made = await Promise.all(items.map(async (once) => await once(meeting, json)));
		await keys.close();
		expect(made.map(({ wasDone }) => wasDone)).toEqual([false, false, true]);
	});

	it('none is claimed ahead of the delivery that is being worked on', async () => {
		const row = new Row();
		row.gap = 3;
		const keys = new RunKeys(row.contextOf(`node ${nodes++}`));
		const items = Array.from({ length: 40 }, (_item, itemIndex) => {
			const kind = Math.floor(itemIndex / 2);
			const source = itemIndex % 2 === 0 ? '' : '0.1';
			return expected(keys, {
				itemIndex,
				isNumbered: true,
				delivery: source,
				keyOf: (number) => `${kind} #${number}`,
			});
		});
		const made = await Promise.all(items.map(async (once) => await once(async () => await pause(4), json)));
		await keys.close();
		expect(made.map(({ wasDone }) => wasDone)).toEqual(
			Array.from({ length: 40 }, (_item, index) => index % 2 === 1),
		);
	});

	it('only an error of which nobody knows what became names the key', async () => {
		const { keys, items } = deliveries(['', '']);
		const refused: unknown = await items[0]?.(failing('notApplied'), json).catch((error: unknown) => error);
		expect((refused as Problem).told.idempotencyKey).toBeUndefined();
		const strange = new Error('strange');
		await expect(items[1]?.(async () => await Promise.reject(strange), json)).rejects.toBe(strange);
		await keys.close();
	});
});

describe('of equal payments that no event started', () => {
	/** A node and an execution of it. Each of its runs pays `count` items that look the same. */
	const executionOf = (started: Context = {}) => {
		const row = new Row();
		const nodeId = `node ${nodes++}`;
		const stored = {};
		const hooks = new Hooks();
		const contextAt = (runIndex: number) => row.contextOf(nodeId, { stored, hooks, runIndex, ...started });
		const runAt = (runIndex: number, count = 1) => {
			const keys = new RunKeys(contextAt(runIndex));
			const items = Array.from({ length: count }, (_item, itemIndex) =>
				expected(keys, {
					itemIndex,
					isNumbered: true,
					isOwn: true,
					delivery: '',
					keyOf: (number) => `pay #${number}`,
				}),
			);
			return { keys, items };
		};
		/** One run with one item. */
		const pay = async (runIndex: number, send: () => Promise<unknown> = sending) => {
			const { keys, items } = runAt(runIndex);
			try {
				return await items[0]!(send, json);
			} finally {
				await keys.close();
			}
		};
		const begun = () => (stored as { idempotency?: { begun: object } }).idempotency?.begun;
		return { row, hooks, contextAt, runAt, pay, begun };
	};
	const isOfExecution = (value: string) => value.startsWith('execution 1, part 1@');

	it('each is made once, and only the execution has a key in the store, while it runs', async () => {
		const { row, hooks, runAt, begun } = executionOf();
		const { keys, items } = runAt(0, 3);
		for (const once of items) {
			const made = await once(async () => {
				expect(Object.values(begun() ?? {})).toEqual(['begun']);
				expect([...row.values].filter(isOfExecution)).toHaveLength(2);
				expect(row.values.size).toBe(2);
				return await Promise.resolve('paid');
			}, json);
			expect(made).toEqual({ wasDone: false, result: 'paid' });
		}
		// The note and the key of the execution, for any number of items.
		expect(row.writes).toBe(2);
		await keys.close();
		expect(begun()).toEqual({});
		await hooks.end();
		expect([...row.values]).toEqual([]);
	});

	it('those that come for the first time at the same moment share the key of the execution', async () => {
		const { row, runAt } = executionOf();
		const { keys, items } = runAt(0, 5);
		const made = await Promise.all(items.map(async (once) => await once(sending, json)));
		await keys.close();
		expect(made.map(({ wasDone }) => wasDone)).toEqual([false, false, false, false, false]);
		expect(row.writes).toBe(2);
	});

	it('one that was made is not made again by another try of its run, which names it', async () => {
		const { pay } = executionOf();
		expect((await pay(1)).wasDone).toBe(false);
		expect(await pay(1)).toEqual({
			wasDone: true,
			key: 'pay #1',
			first: { runIndex: 1, itemIndex: 0, json: undefined },
		});
		expect((await pay(2)).wasDone).toBe(false);
	});

	it('one that was refused is free for another try', async () => {
		const { pay, begun } = executionOf();
		await expect(pay(0, failing('notApplied'))).rejects.toThrow('No');
		expect(begun()).toEqual({});
		expect((await pay(0)).wasDone).toBe(false);
	});

	it('one of unknown outcome is kept in the store, and is sent again once a person has released its key', async () => {
		const { row, pay, begun, contextAt } = executionOf();
		await expect(pay(0, failing('unknown'))).rejects.toMatchObject({
			told: { outcome: 'unknown', idempotencyKey: 'pay #1' },
		});
		expect(Object.values(begun() ?? {})).toEqual(['stored']);
		expect(row.values).toContain('pay #1');
		expect(row.values).toContain(noteOf('pay #1'));
		await expect(pay(0)).rejects.toThrow('may have been applied');
		expect(await KeyStore.of(contextAt(0)).release('pay #1')).toBe('open');
		expect((await pay(0)).wasDone).toBe(false);
		expect((await pay(0)).wasDone).toBe(true);
	});

	it('one of unknown outcome is skipped once a person has confirmed its key', async () => {
		const { pay, contextAt } = executionOf();
		await expect(pay(0, failing('unknown'))).rejects.toThrow('No');
		expect(await KeyStore.of(contextAt(0)).confirm('pay #1')).toBe('open');
		expect((await pay(0)).wasDone).toBe(true);
	});

	it('one of unknown outcome is kept by a test execution alone, which nobody retries', async () => {
		const { row, pay, begun } = executionOf({ mode: 'manual' });
		await expect(pay(0, failing('unknown'))).rejects.toThrow('No');
		expect([...row.values]).toEqual([]);
		expect(Object.values(begun() ?? {})).toEqual(['begun']);
		await expect(pay(0)).rejects.toThrow('may have been applied');
	});

	it('one of unknown outcome is said in the log where the store fails, and is not sent again', async () => {
		const { row, pay, runAt } = executionOf();
		const { keys, items } = runAt(0);
		await expect(items[0]!(failing('unknown'), json)).rejects.toThrow('No');
		row.broken = { record: 'disk full' };
		await keys.close();
		row.broken = undefined;
		expect(row.warnings).toEqual([
			expect.stringMatching(/^Keys with an unknown outcome were not stored: .*disk full/),
		]);
		await expect(pay(0)).rejects.toThrow('may have been applied');
	});

	it('none is sent where the key of the execution cannot be recorded, and the next one tries again', async () => {
		const { row, pay } = executionOf();
		const send = jest.fn(sending);
		row.broken = { record: 'database is locked' };
		await expect(pay(0, send)).rejects.toMatchObject({ told: { outcome: 'notApplied' } });
		row.broken = undefined;
		expect(send).not.toHaveBeenCalled();
		expect((await pay(0, send)).wasDone).toBe(false);
	});

	it('none is recorded ahead, as the keys of other items are', async () => {
		const { row, contextAt } = executionOf();
		const keys = new RunKeys(contextAt(0));
		const place = (itemIndex: number, isOwn: boolean) =>
			expected(keys, { itemIndex, ...own, isOwn, keyOf: () => `key ${itemIndex}` });
		const items = Array.from({ length: 12 }, (_item, index) => place(index, index % 2 === 1));
		for (const once of items) {
			await once(async () => {
				const recorded = [...row.values].filter((value) => /^key \d*[13579]$/.test(value));
				expect(recorded).toEqual([]);
				return await Promise.resolve();
			}, json);
		}
		await keys.close();
		expect([...row.values].filter((value) => value.startsWith('key')).sort()).toEqual(
			[0, 10, 2, 4, 6, 8].map((index) => `key ${index}`),
		);
	});
});

describe('calls of a tool', () => {
	const TOOL = true;
	const callOf = (row: Row, stored: object) => {
		const keys = new RunKeys(row.contextOf('tool', { stored }), TOOL);
		const placed = keys.place({
			itemIndex: 0,
			isNumbered: true,
			delivery: '',
			keyOf: (number) => `pay #${number}`,
		});
		keys.announce([placed]);
		return { keys, placed };
	};

	it('at the same time have numbers of their own, though they have one run index', async () => {
		const [row, stored] = [new Row(), {}];
		const calls = [callOf(row, stored), callOf(row, stored)];
		expect(calls.map(({ placed }) => placed.key)).toEqual(['pay #1', 'pay #2']);
		for (const { keys, placed } of calls) {
			expect((await keys.once(placed, sending, json)).wasDone).toBe(false);
			await keys.close();
		}
		expect(callOf(row, stored).placed.key).toBe('pay #3');
	});

	it('leave the number free that they did not use, once they end', async () => {
		const [row, stored] = [new Row(), {}];
		const { keys } = callOf(row, stored);
		expect(callOf(row, stored).placed.key).toBe('pay #2');
		await keys.close();
		expect(callOf(row, stored).placed.key).toBe('pay #1');
	});
});

it('a run that is no call of a tool holds no number against another', () => {
	const [row, stored] = [new Row(), {}];
	const keyOf = (number: number) => `pay #${number}`;
	const placed = [0, 1].map(() =>
		new RunKeys(row.contextOf('run', { stored })).place({
			itemIndex: 0,
			isNumbered: true,
			delivery: '',
			keyOf,
		}),
	);
	expect(placed.map(({ key }) => key)).toEqual(['pay #1', 'pay #1']);
});

it('a key of the user stands for one item in all runs of an execution', async () => {
	const [row, stored, nodeId] = [new Row(), {}, `node ${nodes++}`];
	expect((await runOne(row.contextOf(nodeId, { stored, runIndex: 0 }), sending)).wasDone).toBe(false);
	expect((await runOne(row.contextOf(nodeId, { stored, runIndex: 1 }), sending)).wasDone).toBe(true);
});

it('a key whose request was surely not applied may stand for another in the same execution', async () => {
	const row = new Row();
	const context = row.contextOf(`node ${nodes++}`);
	await expect(runOne(context, failing('notApplied'), 'f')).rejects.toThrow('No');
	expect((await runOne(context, sending, 'g')).wasDone).toBe(false);
});

it('a key that was freed in the same execution is still that of the request it was used for', async () => {
	const row = new Row();
	const context = row.contextOf(`node ${nodes++}`);
	await runOne(context, sending, 'f');
	await runOne(row.contextOf(context.getNode().id), sending, 'f');
	// n8n has both requests for the key.
	row.values.add(printed('key', 'g'));
	await expect(runOne(context, sending, 'g')).rejects.toThrow('used for another request');
	expect((await runOne(context, sending, 'f')).wasDone).toBe(true);
	expect((await runOne(row.contextOf(context.getNode().id), sending, 'g')).wasDone).toBe(true);
});

describe('an item that is only shown', () => {
	const equal = {
		itemIndex: 0,
		delivery: '',
		isNumbered: true,
		keyOf: (number: number) => `pay #${number}`,
	};

	it.each([false, true])('takes no number from those that are sent, also as a tool: %s', (isTool) => {
		const keys = new RunKeys(new Row().contextOf(`node ${nodes++}`), isTool);
		const placed = [true, false, true, false].map((isShown) => keys.place(equal, isShown).key);
		expect(placed).toEqual(['pay #1', 'pay #1', 'pay #2', 'pay #2']);
	});

	it('takes no number from a later run of its execution', () => {
		const row = new Row();
		const stored = {};
		const at = (runIndex: number) => new RunKeys(row.contextOf('shown', { stored, runIndex }));
		at(0).place(equal, true);
		expect(at(1).place(equal).key).toBe('pay #1');
		expect(row.writes).toBe(0);
	});
});
