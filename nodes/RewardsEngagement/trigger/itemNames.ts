import type { IWebhookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { INTERACTIVE, type RetryPolicy } from '../api/retryPolicy';
import { InvalidParameter } from '../errors/invalidParameter';
import { isNotThere, ServiceProblem } from '../errors/serviceProblem';
import type { Event } from '../resources/event/readEvent';
import { getStoreItem } from '../resources/storeItem/get';
import { isRecord } from '../shared/json';
import { canonicalIds, itemIds, passes, type Filters } from './filters';
import { notice } from './notices';

/** The service waits for the answer to its delivery. */
const AT_A_DELIVERY: RetryPolicy = { ...INTERACTIVE, totalTime: INTERACTIVE.timeout };

/** How long a look-up holds, and how many are kept. */
const KEPT_MS = 600_000;
const MOST_KEPT = 1_000;

/** The IDs of the store items that were looked up, by service, realm and the ID that was asked for. */
const lookedUp = new Map<string, { ids: string[]; until: number }>();

/**
 * Whether an event is about what the filters ask for. A store item has an ID of its own and the ID of what it sells. The
 * API document does not say which of them an event holds, so the trigger looks up the other one where they differ.
 *
 * @throws {InvalidParameter} when the service cannot be asked now: the event must come again
 */
export async function passesFilters(
	context: IWebhookFunctions,
	event: Event,
	{ itemId, ...others }: Filters,
	realmId: string,
): Promise<boolean> {
	if (!passes(event, others)) return false;
	if (itemId === undefined || passes(event, { itemId })) return true;
	const held = itemIds(event);
	if (held.length === 0) return false;
	const client = await Client.open(context, AT_A_DELIVERY);
	const [wanted = ''] = canonicalIds([itemId]);
	// The filter may also hold the ID of what is sold, and nothing is found by that.
	for (const id of [wanted, ...held]) {
		const ids = await idsOf(context, client, realmId || client.connection.realmId, id);
		if (ids.includes(wanted) && held.some((one) => ids.includes(one))) return true;
		if (id === wanted && ids.length > 1) return false;
	}
	return false;
}

/** Both IDs of a store item. The ID alone, where the service finds no store item by it. */
async function idsOf(
	context: IWebhookFunctions,
	client: Client,
	realmId: string,
	id: string,
): Promise<string[]> {
	const key = JSON.stringify([client.connection.baseUrl, realmId, id]);
	const known = lookedUp.get(key);
	if (known && Date.now() < known.until) return known.ids;
	lookedUp.delete(key);
	const ids = canonicalIds([id, await soldIdOf(context, client, realmId, id)]);
	const [oldest] = lookedUp.keys();
	if (lookedUp.size >= MOST_KEPT && oldest !== undefined) lookedUp.delete(oldest);
	lookedUp.set(key, { ids, until: Date.now() + KEPT_MS });
	return ids;
}

/** The ID of what a store item sells, if the service tells it. */
async function soldIdOf(
	context: IWebhookFunctions,
	client: Client,
	realmId: string,
	itemId: string,
): Promise<unknown> {
	const request = getStoreItem.request({ realmId, itemId });
	const answer = await client.send(request).catch((thrown: unknown) => noticeRefusal(context, thrown));
	const body = answer?.body;
	const record = isRecord(body) && isRecord(body.data) ? body.data : body;
	return isRecord(record) && isRecord(record.item) ? record.item.id : undefined;
}

/** @throws {InvalidParameter} when a later try may succeed */
function noticeRefusal(context: IWebhookFunctions, thrown: unknown): undefined {
	if (isNotThere(thrown)) return;
	// Nothing else comes of it but a credential without an address.
	if (!(thrown instanceof ServiceProblem)) throw thrown;
	const { message, status = 500 } = thrown.problem;
	if (status === 401 || status === 408 || status === 429 || status >= 500) {
		throw new InvalidParameter(`The item of the filter "Item" cannot be looked up: ${message}`);
	}
	notice(
		context,
		'item',
		`cannot look up the item of its filter "Item", so an event that names it by its other ID does not pass: ${message}`,
	);
}
