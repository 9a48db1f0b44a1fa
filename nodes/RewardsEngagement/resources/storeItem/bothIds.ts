import type { Client } from '../../api/client';
import { isNotThere } from '../../errors/serviceProblem';
import { partWith } from '../../run/response';
import { BoundedMemory } from '../../shared/boundedMemory';
import { canonicalIds } from '../event/subject';
import { isRecord } from '../../shared/json';
import { getStoreItem } from './get';

const KEPT_MS = 600_000;

/** What was looked up, by service, realm and the ID that was asked for. */
const lookedUp = new BoundedMemory<{ ids: string[]; keptUntil: number }>(1_000, 'forgetOldest');

/**
 * The two IDs of a store item, its own and that of what it sells, in canonical form. One look-up holds for ten minutes.
 *
 * @param onRefusal gets what the service threw. It may throw on. If it returns, the other ID counts as unknown.
 * @returns the ID alone if the service finds no store item by it
 */
export async function bothIdsOf(
	client: Client,
	realmId: string,
	itemId: string,
	onRefusal: (thrown: unknown) => void,
): Promise<string[]> {
	const key = JSON.stringify([client.connection.baseUrl, realmId, itemId]);
	const known = lookedUp.get(key, Date.now());
	if (known) return known.ids;
	const answer = await client.send(getStoreItem.request({ realmId, itemId })).catch((thrown: unknown) => {
		if (!isNotThere(thrown)) onRefusal(thrown);
	});
	const record = partWith(answer?.body, 'item');
	const sold = isRecord(record) && isRecord(record.item) ? record.item.id : undefined;
	const ids = canonicalIds([itemId, sold]);
	lookedUp.add(key, { ids, keptUntil: Date.now() + KEPT_MS }, Date.now());
	return ids;
}
