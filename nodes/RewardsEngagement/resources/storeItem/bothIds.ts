import type { Client } from '../../api/client';
import { partWith } from '../../declare/response';
import { isNotThere } from '../../errors';
import { isRecord } from '../../shared/json';
import { canonicalIds } from '../event/subject';
import { getStoreItem } from './get';

const KEPT_MS = 600_000;
const MAX_KEPT = 1_000;

/** Look-up results, by service, realm and the requested ID. */
const lookedUp = new Map<string, { ids: string[]; keptUntil: number }>();

/**
 * Whether a store item is one of some. A store item has its own ID, and the ID of the item that it sells. The API
 * document does not say which of them an event has. So the other ID is looked up.
 *
 * @param itemIds in canonical form
 * @param onRefusal gets the service's error. It may throw. If it returns, the other ID counts as unknown.
 */
export async function isOneOf(
	client: Client,
	realmId: string,
	itemId: unknown,
	itemIds: readonly string[],
	onRefusal: (thrown: unknown) => void,
): Promise<boolean> {
	const [wanted = ''] = canonicalIds([itemId]);
	// It may also be the ID of the item that is sold. A look-up with that ID finds nothing.
	for (const id of [wanted, ...itemIds]) {
		const ids = await bothIdsOf(client, realmId, id, onRefusal);
		if (ids.includes(wanted) && itemIds.some((one) => ids.includes(one))) return true;
		if (id === wanted && ids.length > 1) return false;
	}
	return false;
}

/**
 * The two IDs of a store item in canonical form: its own, and that of the item that it sells. A result is kept for
 * ten minutes.
 *
 * @returns only the given ID if the service finds no store item for it
 */
async function bothIdsOf(
	client: Client,
	realmId: string,
	itemId: string,
	onRefusal: (thrown: unknown) => void,
): Promise<string[]> {
	const key = JSON.stringify([client.connection.baseUrl, realmId, itemId]);
	const known = lookedUp.get(key);
	if (known && Date.now() < known.keptUntil) return known.ids;
	const answer = await client.send(getStoreItem.request({ realmId, itemId })).catch((thrown: unknown) => {
		if (!isNotThere(thrown)) onRefusal(thrown);
	});
	const record = partWith(answer?.body, 'item');
	const sold = isRecord(record) && isRecord(record.item) ? record.item.id : undefined;
	const ids = canonicalIds([itemId, sold]);
	if (lookedUp.size >= MAX_KEPT) lookedUp.clear();
	lookedUp.set(key, { ids, keptUntil: Date.now() + KEPT_MS });
	return ids;
}
