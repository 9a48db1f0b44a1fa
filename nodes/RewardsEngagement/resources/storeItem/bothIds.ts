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
 * The two IDs of a store item in canonical form: its own, and that of the item that it sells. A result is kept for
 * ten minutes.
 *
 * @param onRefusal gets the service's error. It may throw. If it returns, the other ID counts as unknown.
 * @returns only the given ID if the service finds no store item for it
 */
export async function bothIdsOf(
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
