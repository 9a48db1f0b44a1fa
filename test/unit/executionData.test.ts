// Falls with nodes/RewardsEngagement/once/executionData.ts.

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ExecutionData, occurrenceOf } from '../../nodes/RewardsEngagement/once/executionData';
import { Decimal } from '../../nodes/RewardsEngagement/shared/decimal';

/** The node's data in the execution. */
const dataOf = (stored: IDataObject, id = 'node 1', runIndex = 0) =>
	ExecutionData.of({
		getContext: (of: string) => (of === 'node' ? stored : {}),
		getNode: () => ({ id, name: 'Pay', type: 'pay' }),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	} as unknown as IExecuteFunctions);

interface Saved {
	used: Record<string, Record<string, number>>;
	open: object;
	spent: object;
}

const savedIn = (stored: IDataObject) => (stored as unknown as { idempotency: Saved }).idempotency;

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
	memory.add(occurrenceOf('key', ''), { runIndex: 0, itemIndex: 3, json });
	json.paid.amount = 6;
	expect(memory.firstItem(occurrenceOf('key', ''))).toEqual({
		runIndex: 0,
		itemIndex: 3,
		json: { paid: { amount: 5 } },
	});
	expect(memory.firstItem(occurrenceOf('other', ''))).toBeUndefined();
});

it('knows the last item that was sent under a key, because a release frees it for another', () => {
	const stored: IDataObject = {};
	const memory = dataOf(stored);
	memory.add(occurrenceOf('key', ''), { runIndex: 0, itemIndex: 1 });
	memory.add(occurrenceOf('key', ''), { runIndex: 0, itemIndex: 2 });
	expect(memory.firstItem(occurrenceOf('key', ''))).toEqual({ runIndex: 0, itemIndex: 2 });
});

it('finds after a wait what all runs used, without what came of it', () => {
	const stored: IDataObject = {};
	const memory = dataOf(stored);
	for (const runIndex of [0, 1, 2]) {
		memory.add(occurrenceOf(`a${runIndex}`, ''), {
			runIndex,
			itemIndex: 4,
			json: { paid: true },
		});
		memory.add(occurrenceOf(`b${runIndex}`, ''), { runIndex, itemIndex: 5 });
	}
	const again = loaded(stored);
	const after = dataOf(again);
	expect(after.firstItem(occurrenceOf('a0', ''))).toEqual({ runIndex: 0, itemIndex: 4 });
	expect(after.firstItem(occurrenceOf('b0', ''))).toEqual({ runIndex: 0, itemIndex: 5 });
	expect(after.firstItem(occurrenceOf('a2', ''))).toEqual({ runIndex: 2, itemIndex: 4 });
	expect([0, 1, 2].map((run) => after.runThatUsed(occurrenceOf(`b${run}`, '')))).toEqual([0, 1, 2]);
	expect(after.placeOf(1, 4)).toEqual({ occurrence: occurrenceOf('a1', '') });
	expect(after.placeOf(1, 6)).toBeUndefined();
});

it('saves keys shortened, all of one length', () => {
	const stored: IDataObject = {};
	dataOf(stored).add(occurrenceOf('a very long key '.repeat(100), ''), {
		runIndex: 0,
		itemIndex: 0,
	});
	const [saved] = Object.keys(savedIn(stored).used['0']!);
	expect(saved).toHaveLength(12);
});

describe('a key is taken', () => {
	const occurrence = occurrenceOf('key', '');

	it('by the deliveries of an event that used it, and by no other, also after a wait', () => {
		const stored: IDataObject = {};
		const memory = dataOf(stored);
		memory.add(occurrenceOf('key', ''), { runIndex: 0, itemIndex: 3 });
		memory.use(occurrenceOf('key', '0.1'), 0, 5, false);
		for (const known of [memory, dataOf(loaded(stored))]) {
			const taken = ['', '0.1', '0.2'].map((delivery) => known.runThatUsed(occurrenceOf('key', delivery)));
			expect(taken).toEqual([0, 0, undefined]);
			expect(known.firstItem(occurrenceOf('key', ''))).toEqual({ runIndex: 0, itemIndex: 3 });
		}
	});

	it('and what another delivery sent is known by its key as well', () => {
		const stored: IDataObject = {};
		dataOf(stored).add(occurrenceOf('key', '0.1'), { runIndex: 0, itemIndex: 4 });
		for (const known of [dataOf(stored), dataOf(loaded(stored))]) {
			expect(known.firstItem(occurrenceOf('key', ''))).toEqual({ runIndex: 0, itemIndex: 4 });
		}
	});

	it('by the run that used it first, whatever comes later', () => {
		const stored: IDataObject = {};
		const memory = dataOf(stored);
		memory.use(occurrence, 1, 4, true);
		memory.use(occurrence, 3, 5, true);
		for (const known of [memory, dataOf(loaded(stored))]) {
			expect(known.runThatUsed(occurrence)).toBe(1);
		}
		expect(savedIn(stored).used).toEqual({ 1: { [occurrence]: 4 } });
	});

	it('where an earlier execution did it, which no item of this one did', () => {
		const stored: IDataObject = {};
		dataOf(stored).use(occurrence, 0, 5, false);
		for (const known of [dataOf(stored), dataOf(loaded(stored))]) {
			expect(known.runThatUsed(occurrence)).toBe(0);
			expect(known.placeOf(0, 5)).toEqual({ occurrence });
			expect(known.firstItem(occurrenceOf('key', ''))).toBeUndefined();
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
		dataOf(stored);
		savedIn(stored).spent = { 0: { EUR: 'much', USD: '1' } };
		expect(spent(dataOf(loaded(stored), 'node 1', 1))).toEqual(['0', '1']);
	});
});

it('an item is open under its key until its outcome is known, also after a wait', () => {
	const stored: IDataObject = {};
	const memory = dataOf(stored);
	const occurrence = occurrenceOf('key', '');
	const found = () =>
		[memory, dataOf(loaded(stored))].map((known) => [known.placeOf(0, 3), known.isOpenIn(0, occurrence)]);
	const open = [{ occurrence, openKey: 'key' }, true];
	memory.noteOpen(0, 3, [occurrence, 'key']);
	expect(found()).toEqual([open, open]);
	expect([memory.placeOf(1, 3), memory.isOpenIn(1, occurrence)]).toEqual([undefined, false]);
	memory.noteOpen(0, 3);
	expect(found()).toEqual([0, 1].map(() => [undefined, false]));
	memory.noteOpen(0, 3, [occurrence, 'key']);
	memory.add(occurrence, { runIndex: 0, itemIndex: 3 });
	expect(found()).toEqual([0, 1].map(() => [{ occurrence }, false]));
	expect(savedIn(stored).open).toEqual({ 0: {} });
});

it('the first attempt at an execution is saved with its data', () => {
	const stored: IDataObject = {};
	expect(dataOf(stored).origin).toBeUndefined();
	dataOf(stored).origin = '1';
	expect(dataOf(loaded(stored)).origin).toBe('1');
});
