import type { IWebhookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { POLICIES } from '../api/retry';
import { Problem, unsentProblem } from '../errors';
import type { Event } from '../resources/event/readEvent';
import { canonicalIds, subjectOf } from '../resources/event/subject';
import { bothIdsOf } from '../resources/storeItem/bothIds';
import { passes, type Filters } from './filters';
import { notice } from './notices';

/**
 * Whether an event matches the filters. A store item has its own ID, and the ID of the item that it sells. The API
 * document does not say which of them an event has. So the trigger looks up the other ID if they differ.
 *
 * @throws {Problem} when the look-up is not possible now: the event must be redelivered
 */
export async function passesFilters(
	context: IWebhookFunctions,
	event: Event,
	filters: Filters,
	realmId: string,
): Promise<boolean> {
	// Most triggers have no filter.
	if (Object.keys(filters).length === 0) return true;
	const { itemId, ...others } = filters;
	const subject = subjectOf(event);
	if (!passes(subject, others)) return false;
	if (itemId === undefined || passes(subject, { itemId })) return true;
	const { itemIds: held } = subject;
	if (held.length === 0) return false;
	const client = await Client.open(context, POLICIES.delivery);
	const realm = realmId || client.connection.realmId;
	const [wanted = ''] = canonicalIds([itemId]);
	// The filter may also have the ID of the item that is sold. A look-up with that ID finds nothing.
	for (const id of [wanted, ...held]) {
		const ids = await bothIdsOf(client, realm, id, (thrown) => noticeRefusal(context, thrown));
		if (ids.includes(wanted) && held.some((one) => ids.includes(one))) return true;
		if (id === wanted && ids.length > 1) return false;
	}
	return false;
}

/** @throws {Problem} when a later try may succeed */
function noticeRefusal(context: IWebhookFunctions, thrown: unknown): void {
	// The only other possible error is a credential without a valid address.
	if (!(thrown instanceof Problem)) throw thrown;
	const { message, status = 500 } = thrown.told;
	if (status === 401 || status === 408 || status === 429 || status >= 500) {
		throw unsentProblem(`The item of the filter "Item" cannot be looked up: ${message}`);
	}
	notice(
		context,
		'item',
		`cannot look up the item of its filter "Item", so an event that names it by its other ID does not pass: ${message}`,
	);
}
