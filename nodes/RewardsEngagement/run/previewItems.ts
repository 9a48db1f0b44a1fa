import type { FirstItem } from '../idempotency/executionData';
import type { PlacedItem, RunKeys } from '../idempotency/runKeys';

/** What would happen to an item under its key. */
export interface Preview {
	key: string;
	/** `unknown` if other processes use the journal: it cannot be read without writing. */
	wouldBe: 'sent' | 'skipped' | 'refusedAsOpen' | 'refusedAsOther' | 'unknown';
	/** The item of this execution that has or had the key. Without it, an earlier execution sent it. */
	first?: FirstItem;
}

const REFUSED_AS = { open: 'refusedAsOpen', conflict: 'refusedAsOther' } as const;

/** What would happen to items, if they were sent in this order. Nothing is claimed. */
export async function previewItems(
	keys: Pick<RunKeys, 'own' | 'statesOf'>,
	items: readonly PlacedItem[],
): Promise<Preview[]> {
	const { data, runIndex } = keys.own;
	const leading = new Map<string, PlacedItem>();
	for (const item of items) if (!leading.has(item.key)) leading.set(item.key, item);
	const states = await keys.statesOf([...leading.values()]);
	return items.map((item) => {
		const { key, fingerprint } = item;
		const leader = leading.get(key) as PlacedItem;
		const state = states.get(key);
		const sent = data.firstItem(key);
		if (state === 'open' || state === 'conflict') return { key, wouldBe: REFUSED_AS[state] };
		if (fingerprint !== leader.fingerprint) return { key, wouldBe: state ? 'refusedAsOther' : 'unknown' };
		if (state === 'done' || (!state && sent)) return { key, wouldBe: 'skipped', first: sent };
		if (item === leader) return { key, wouldBe: state ? 'sent' : 'unknown' };
		return { key, wouldBe: 'skipped', first: { runIndex, itemIndex: leader.itemIndex } };
	});
}
