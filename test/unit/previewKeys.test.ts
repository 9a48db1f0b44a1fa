// Falls with nodes/RewardsEngagement/run/previewKeys.ts.

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ExecutionData, occurrenceOf } from '../../nodes/RewardsEngagement/idempotency/executionData';
import type { KeyClaim } from '../../nodes/RewardsEngagement/idempotency/keyStore';
import type { PlacedItem } from '../../nodes/RewardsEngagement/idempotency/runKeys';
import { previewKeys } from '../../nodes/RewardsEngagement/run/previewKeys';

const SHOWN = true;
const RUN = 2;

/** An item with a key, and optionally with the fingerprint of its request. */
const item = (itemIndex: number, key: string, fingerprint?: string): PlacedItem => ({
	itemIndex,
	key,
	fingerprint,
	isNumbered: false,
	isOwn: false,
	occurrence: occurrenceOf(key, String(itemIndex)),
});

/** The keys of a run. The journal returns a given state for each item, and records the questions. */
function keysWith(stateOf: (item: PlacedItem) => KeyClaim | undefined, stored: IDataObject = {}) {
	const context = {
		getContext: () => stored,
		getNode: () => ({ id: 'n', name: 'Pay' }),
	} as unknown as IExecuteFunctions;
	const data = ExecutionData.of(context, RUN);
	const asked: string[][] = [];
	const statesOf = async (items: readonly PlacedItem[]) => {
		asked.push(items.map(({ key, fingerprint = 'none' }) => `${key} ${fingerprint}`));
		const states = items.flatMap((one) => {
			const state = stateOf(one);
			return state ? [[one.key, state] as const] : [];
		});
		return await Promise.resolve(new Map(states));
	};
	return { own: { data, runIndex: RUN }, statesOf, asked };
}

describe('what would happen to an item', () => {
	it.each([
		['mine', 'sent'],
		['done', 'skipped'],
		['open', 'refusedAsOpen'],
		['conflict', 'refusedAsOther'],
		[undefined, 'unknown'],
	] as const)('whose key is %s is that it is %s', async (state, wouldBe) => {
		expect(
			await previewKeys(
				keysWith(() => state),
				[item(0, 'a')],
			),
		).toEqual([{ key: 'a', wouldBe, first: undefined }]);
	});

	it.each(['done', undefined] as const)(
		'names the item of this execution that was sent, where its key is %s',
		async (state) => {
			const keys = keysWith(() => state);
			keys.own.data.add('a', occurrenceOf('a', ''), { runIndex: 1, itemIndex: 4 });
			expect(await previewKeys(keys, [item(0, 'a')])).toEqual([
				{ key: 'a', wouldBe: 'skipped', first: { runIndex: 1, itemIndex: 4 } },
			]);
		},
	);

	it.each([
		['open', 'refusedAsOpen'],
		['conflict', 'refusedAsOther'],
		['mine', 'sent'],
	] as const)('follows its key that is %s, whatever was sent in this execution', async (state, wouldBe) => {
		const keys = keysWith(() => state);
		keys.own.data.add('a', occurrenceOf('a', ''), { runIndex: 1, itemIndex: 4 });
		expect(await previewKeys(keys, [item(0, 'a')])).toEqual([{ key: 'a', wouldBe }]);
	});

	it.each(['mine', undefined] as const)(
		'is that it is skipped behind an item of the same request, whose key is %s',
		async (state) => {
			const items = [item(3, 'a', 'f'), item(4, 'a', 'f'), item(5, 'b'), item(6, 'b')];
			const previews = await previewKeys(
				keysWith(() => state),
				items,
			);
			const wouldBe = state ? 'sent' : 'unknown';
			expect(previews).toEqual([
				{ key: 'a', wouldBe },
				{ key: 'a', wouldBe: 'skipped', first: { runIndex: RUN, itemIndex: 3 } },
				{ key: 'b', wouldBe },
				{ key: 'b', wouldBe: 'skipped', first: { runIndex: RUN, itemIndex: 5 } },
			]);
		},
	);

	it.each([
		['mine', 'refusedAsOther'],
		[undefined, 'unknown'],
	] as const)('behind an item of another request, whose key is %s, is %s', async (state, wouldBe) => {
		const items = [item(0, 'a', 'f'), item(1, 'a', 'g'), item(2, 'a')];
		const previews = await previewKeys(
			keysWith(() => state),
			items,
		);
		expect(previews.slice(1)).toEqual([
			{ key: 'a', wouldBe },
			{ key: 'a', wouldBe },
		]);
	});

	it('does not depend on an item before it that is refused', async () => {
		const keys = keysWith(({ fingerprint }) => (fingerprint === 'f' ? 'mine' : 'conflict'));
		const items = [item(0, 'a', 'g'), item(1, 'a', 'f'), item(2, 'b', 'g'), item(3, 'b', 'g')];
		expect((await previewKeys(keys, items)).map(({ wouldBe }) => wouldBe)).toEqual([
			'refusedAsOther',
			'sent',
			'refusedAsOther',
			'refusedAsOther',
		]);
		const done = keysWith(({ fingerprint }) => (fingerprint === 'f' ? 'done' : 'conflict'));
		expect((await previewKeys(done, items)).map(({ wouldBe }) => wouldBe)).toEqual([
			'refusedAsOther',
			'skipped',
			'refusedAsOther',
			'refusedAsOther',
		]);
	});
});

describe('the journal', () => {
	it('is asked once for each key and request, and for different keys at a time', async () => {
		const keys = keysWith(() => 'mine');
		const names = [
			['a', 'f'],
			['b', 'f'],
			['a', 'g'],
			['a', 'f'],
			['c', undefined],
			['a', undefined],
			['b', 'f'],
			['c', undefined],
		] as const;
		await previewKeys(
			keys,
			names.map(([key, fingerprint], index) => item(index, key, fingerprint)),
		);
		expect(keys.asked).toEqual([['a f', 'b f', 'c none'], ['a g'], ['a none']]);
	});

	it('is not asked for no items', async () => {
		const keys = keysWith(() => 'mine');
		expect(await previewKeys(keys, [], SHOWN)).toEqual([]);
		expect(keys.asked).toEqual([]);
	});
});

describe('items that are shown', () => {
	const stateOf = ({ key }: PlacedItem): KeyClaim | undefined =>
		key === 'free' ? 'mine' : key === 'done' || key === 'open' || key === 'conflict' ? key : undefined;
	const all = ['free', 'done', 'open', 'conflict', 'untold'].map((key, index) => item(index, key));

	it('use up their numbers as if they were sent, and those that are refused do not', async () => {
		const keys = keysWith(stateOf);
		await previewKeys(keys, all, SHOWN);
		expect(keys.own.data.saved.shownIn).toEqual(
			Object.fromEntries([0, 1, 4].map((index) => [all[index]?.occurrence, RUN])),
		);
	});

	it('are known to the runs after this one', async () => {
		const stored = {};
		await previewKeys(keysWith(stateOf, stored), all, SHOWN);
		const again = await previewKeys(keysWith(stateOf, stored), [item(8, 'free'), item(9, 'untold')], SHOWN);
		expect(again).toEqual([
			{ key: 'free', wouldBe: 'skipped', first: { runIndex: RUN, itemIndex: 0 } },
			{ key: 'untold', wouldBe: 'skipped', first: { runIndex: RUN, itemIndex: 4 } },
		]);
	});

	it('are not those that are only looked at, of which nothing is kept', async () => {
		const stored = {};
		const keys = keysWith(stateOf, stored);
		await previewKeys(keys, all);
		expect(keys.own.data.saved).toMatchObject({ shown: {}, shownIn: {} });
		await previewKeys(keysWith(stateOf, stored), all, SHOWN);
		expect(await previewKeys(keysWith(stateOf, stored), [item(8, 'free')])).toEqual([
			{ key: 'free', wouldBe: 'sent' },
		]);
	});
});
