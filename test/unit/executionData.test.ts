// Falls with nodes/RewardsEngagement/idempotency/executionData.ts.

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ExecutionData, occurrenceOf } from '../../nodes/RewardsEngagement/idempotency/executionData';
import { Decimal } from '../../nodes/RewardsEngagement/shared/decimal';

/** The node's data in the execution. */
const dataOf = (stored: IDataObject, id = 'node 1', runIndex = 0) =>
	ExecutionData.of({
		getContext: (of: string) => (of === 'node' ? stored : {}),
		getNode: () => ({ id, name: 'Pay' }),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	} as unknown as IExecuteFunctions);

const savedIn = (stored: IDataObject) => (stored as { idempotency: ExecutionData['saved'] }).idempotency;

/** The same data after a wait or for a retry: n8n saves it as JSON and reads it again. */
const loaded = (stored: IDataObject) => JSON.parse(JSON.stringify(stored)) as IDataObject;

it('is one for all runs of a node in one execution', () => {
	const stored = {};
	expect(dataOf(stored)).toBe(dataOf(stored));
	expect(dataOf({})).not.toBe(dataOf(stored));
});

it('is not that of another node which has its name by now, at whatever try', () => {
	const stored = {};
	dataOf(stored);
	const again = loaded(stored);
	for (let tries = 0; tries < 2; tries++) {
		expect(() => dataOf(again, 'node 2')).toThrow('the node "Pay" was replaced');
	}
	dataOf(again);
});

it('knows the item that was sent under a key, with a copy of its result', () => {
	const memory = dataOf({});
	const json = { paid: { amount: 5 } };
	memory.add('key', occurrenceOf('key', ''), { runIndex: 0, itemIndex: 3, json });
	json.paid.amount = 6;
	expect(memory.firstItem('key')).toEqual({ runIndex: 0, itemIndex: 3, json: { paid: { amount: 5 } } });
	expect(memory.firstItem('other')).toBeUndefined();
});

it('keeps the first item of a key, whatever comes later', () => {
	const stored: IDataObject = {};
	const memory = dataOf(stored);
	memory.add('key', occurrenceOf('key', ''), { runIndex: 0, itemIndex: 1 });
	memory.add('key', occurrenceOf('key', ''), { runIndex: 0, itemIndex: 2 });
	expect(memory.firstItem('key')).toEqual({ runIndex: 0, itemIndex: 1 });
	expect(dataOf(loaded(stored)).firstItem('key')).toEqual({ runIndex: 0, itemIndex: 1 });
});

it('finds after a wait what all runs used, without what came of it', () => {
	const stored: IDataObject = {};
	const memory = dataOf(stored);
	for (const runIndex of [0, 1, 2]) {
		memory.add(`a${runIndex}`, occurrenceOf(`a${runIndex}`, ''), {
			runIndex,
			itemIndex: 4,
			json: { paid: true },
		});
		memory.add(`b${runIndex}`, occurrenceOf(`b${runIndex}`, ''), { runIndex, itemIndex: 5 });
	}
	const again = loaded(stored);
	const after = dataOf(again);
	expect(after.firstItem('a0')).toEqual({ runIndex: 0, itemIndex: 4 });
	expect(after.firstItem('b0')).toEqual({ runIndex: 0, itemIndex: 5 });
	expect(after.firstItem('a2')).toEqual({ runIndex: 2, itemIndex: 4 });
	expect([0, 1].map((run) => after.isUsedBefore(occurrenceOf('a0', ''), run))).toEqual([false, true]);
});

it('saves keys shortened, all of one length', () => {
	const stored: IDataObject = {};
	dataOf(stored).add('a very long key '.repeat(100), occurrenceOf('a very long key '.repeat(100), ''), {
		runIndex: 0,
		itemIndex: 0,
	});
	const [saved] = Object.keys(savedIn(stored).used['0']!);
	expect(saved).toHaveLength(12);
});

describe('a key is taken', () => {
	const occurrence = occurrenceOf('key', '');

	it('of the runs before, and not of this one, so that another try of it gets the same numbers', () => {
		const memory = dataOf({});
		memory.add('key', occurrence, { runIndex: 1, itemIndex: 0 });
		expect([0, 1, 2].map((run) => memory.isUsedBefore(occurrence, run))).toEqual([false, false, true]);
	});

	it('by the deliveries of an event that used it, and by no other, also after a wait', () => {
		const stored: IDataObject = {};
		const memory = dataOf(stored);
		memory.add('key', occurrenceOf('key', ''), { runIndex: 0, itemIndex: 3 });
		memory.use(occurrenceOf('key', '0.1'), 0);
		for (const known of [memory, dataOf(loaded(stored))]) {
			const taken = ['', '0.1', '0.2'].map((delivery) =>
				known.isUsedBefore(occurrenceOf('key', delivery), 1),
			);
			expect(taken).toEqual([true, true, false]);
			expect(known.firstItem('key')).toEqual({ runIndex: 0, itemIndex: 3 });
		}
	});

	it('and what another delivery sent is known by its key as well', () => {
		const stored: IDataObject = {};
		dataOf(stored).add('key', occurrenceOf('key', '0.1'), { runIndex: 0, itemIndex: 4 });
		for (const known of [dataOf(stored), dataOf(loaded(stored))]) {
			expect(known.firstItem('key')).toEqual({ runIndex: 0, itemIndex: 4 });
		}
	});

	it('by the run that used it first, whatever comes later', () => {
		const stored: IDataObject = {};
		const memory = dataOf(stored);
		memory.use(occurrence, 1, 4);
		memory.use(occurrence, 3, 5);
		for (const known of [memory, dataOf(loaded(stored))]) {
			expect([1, 2].map((run) => known.isUsedBefore(occurrence, run))).toEqual([false, true]);
		}
		expect(savedIn(stored).used).toEqual({ 1: { [occurrence]: 4 } });
	});

	it('where an earlier execution did it, which no item of this one did', () => {
		const stored: IDataObject = {};
		dataOf(stored).use(occurrence, 0);
		for (const known of [dataOf(stored), dataOf(loaded(stored))]) {
			expect(known.isUsedBefore(occurrence, 1)).toBe(true);
			expect(known.firstItem('key')).toBeUndefined();
		}
	});
});

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

	it('is known after a wait, and a retry counts its own run and later ones anew', () => {
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
		dataOf(stored).saved.spent = { 0: { EUR: 'much', USD: '1' } };
		expect(spent(dataOf(loaded(stored), 'node 1', 1))).toEqual(['0', '1']);
	});
});

describe('of an item that no event started', () => {
	it('a key has begun until it is used, or was surely not applied', () => {
		const stored: IDataObject = {};
		const memory = dataOf(stored);
		const states = () => [memory.stateOf('key'), dataOf(loaded(stored)).stateOf('key')];
		expect(states()).toEqual(['none', 'none']);
		memory.note('key', 'begun');
		expect(states()).toEqual(['begun', 'begun']);
		memory.note('key', 'none');
		expect(states()).toEqual(['none', 'none']);
		expect(savedIn(stored).begun).toEqual({});
		memory.note('key', 'stored');
		expect(states()).toEqual(['stored', 'stored']);
		memory.add('key', occurrenceOf('key', ''), { runIndex: 0, itemIndex: 0 });
		expect(states()).toEqual(['done', 'done']);
		expect(savedIn(stored).begun).toEqual({});
	});

	it('the execution has a name that its retries share, and no other execution', () => {
		const stored: IDataObject = {};
		const { origin } = dataOf(stored).saved;
		expect(dataOf(loaded(stored)).saved.origin).toBe(origin);
		expect(dataOf({}).saved.origin).not.toBe(origin);
		expect(origin).toMatch(/^[0-9a-f-]{36}$/);
	});
});
