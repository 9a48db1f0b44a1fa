import type { FirstItem, Shown } from '../idempotency/executionData';
import type { KeyClaim } from '../idempotency/keyStore';
import type { PlacedItem, RunKeys } from '../idempotency/runKeys';

/** The result that an item would have with its key. */
export interface Preview {
	key: string;
	/** `unknown` if other processes use the journal, which cannot be read without writing. */
	wouldBe: 'sent' | 'skipped' | 'refusedAsOpen' | 'refusedAsOther' | 'unknown';
	/** The item of this execution that has or had the key. Without it, an earlier execution sent it. */
	first?: FirstItem;
}

/** Whether an item may be sent, as far as its key is known. */
export function mayBeSent(preview: Preview | undefined): boolean {
	return preview === undefined || preview.wouldBe === 'sent' || preview.wouldBe === 'unknown';
}

const WOULD_BE = {
	mine: 'sent',
	open: 'refusedAsOpen',
	conflict: 'refusedAsOther',
} as const;

type Keys = Pick<RunKeys, 'own' | 'statesOf'>;

/**
 * The results that the items would have if they were sent in this order. Nothing is claimed.
 *
 * @param isShown whether the items are only shown. They then use up their numbers as if they were sent.
 */
export async function previewKeys(
	keys: Keys,
	items: readonly PlacedItem[],
	isShown = false,
): Promise<Preview[]> {
	const { data, runIndex } = keys.own;
	const states = await statesOf(keys, items);
	const leaders: Record<string, Shown> = isShown ? data.saved.shown : {};
	const preview = (item: PlacedItem): Preview => {
		const { key, fingerprint, itemIndex } = item;
		const leader = leaders[key];
		if (leader && leader.fingerprint === fingerprint) return { key, wouldBe: 'skipped', first: leader.first };
		if (leader) return { key, wouldBe: leader.wouldBe === 'sent' ? 'refusedAsOther' : 'unknown' };
		const state = states.get(idOf(item));
		const sent = data.firstItem(key);
		if (state === 'done' || (!state && sent)) return { key, wouldBe: 'skipped', first: sent };
		const wouldBe = state ? WOULD_BE[state] : 'unknown';
		if (wouldBe === 'sent' || wouldBe === 'unknown')
			leaders[key] = { wouldBe, fingerprint, first: { runIndex, itemIndex } };
		return { key, wouldBe };
	};
	return items.map((item) => {
		const found = preview(item);
		const isRefused = found.wouldBe === 'refusedAsOpen' || found.wouldBe === 'refusedAsOther';
		if (isShown && !isRefused) data.show(item.occurrence, runIndex);
		return found;
	});
}

/** A key has another state for another request. */
const idOf = ({ key, fingerprint = '' }: PlacedItem) => `${fingerprint} ${key}`;

async function statesOf(keys: Keys, items: readonly PlacedItem[]): Promise<Map<string, KeyClaim>> {
	const states = new Map<string, KeyClaim>();
	let left = [...new Map(items.map((item) => [idOf(item), item])).values()];
	while (left.length > 0) {
		// Each query of the journal needs different keys.
		const asked = new Map<string, PlacedItem>();
		for (const item of left) if (!asked.has(item.key)) asked.set(item.key, item);
		const found = await keys.statesOf([...asked.values()]);
		for (const [key, item] of asked) {
			const state = found.get(key);
			if (state) states.set(idOf(item), state);
		}
		left = left.filter((item) => asked.get(item.key) !== item);
	}
	return states;
}
