import type { IWebhookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { INTERACTIVE, type RetryPolicy } from '../api/retryPolicy';
import { InvalidParameter } from '../errors/invalidParameter';
import { ServiceProblem } from '../errors/serviceProblem';
import type { Event } from '../resources/event/readEvent';
import { canonicalIds, subjectOf } from '../resources/event/subject';
import { bothIdsOf } from '../resources/storeItem/bothIds';
import { passes, type Filters } from './filters';
import { notice } from './notices';

/** The service waits for the answer to its delivery. */
const AT_A_DELIVERY: RetryPolicy = { ...INTERACTIVE, totalTime: INTERACTIVE.timeout };

/**
 * Whether an event is about what the filters ask for. A store item has an ID of its own and the ID of what it sells. The
 * API document does not say which of them an event holds, so the trigger looks up the other one where they differ.
 *
 * @throws {InvalidParameter} when the service cannot be asked now: the event must come again
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
	const client = await Client.open(context, AT_A_DELIVERY);
	const realm = realmId || client.connection.realmId;
	const [wanted = ''] = canonicalIds([itemId]);
	// The filter may also hold the ID of what is sold, and nothing is found by that.
	for (const id of [wanted, ...held]) {
		const ids = await bothIdsOf(client, realm, id, (thrown) => noticeRefusal(context, thrown));
		if (ids.includes(wanted) && held.some((one) => ids.includes(one))) return true;
		if (id === wanted && ids.length > 1) return false;
	}
	return false;
}

/** @throws {InvalidParameter} when a later try may succeed */
function noticeRefusal(context: IWebhookFunctions, thrown: unknown): void {
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
