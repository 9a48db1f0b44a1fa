import { recordsIn } from '../../api/records';
import { Problem, unsentProblem } from '../../errors';
import { isRecord } from '../../shared/json';

/** A webhook registration as the service lists it (API document, section 2.11). */
export interface RemoteHook {
	id: string;
	/** The address that the service calls. */
	url: string;
	/** `undefined` if the list does not have the events. */
	events?: string[];
	isActive: boolean;
	/** The signing secret, if the list has it. The API document does not say. */
	secret?: string;
}

/**
 * The webhook registrations in a list (API document, section 4.11).
 *
 * @throws {Problem} if the response has no list, or a registration without ID or address. An empty list
 * instead would make the trigger register one webhook after another.
 */
export function hooksIn(body: unknown): RemoteHook[] {
	const records = recordsIn(body);
	if (!records) throw unreadable('the response contains no list');
	return records.map((entry) => {
		const record = isRecord(entry) ? entry : {};
		const id = idIn(record);
		const { url, events, secret } = record;
		if (id === undefined) throw unreadable('the list contains a webhook without an ID');
		if (typeof url !== 'string') throw unreadable('the list does not say which address a webhook calls');
		return {
			id,
			url,
			events: Array.isArray(events) ? events.map(String) : undefined,
			isActive: !isInactive(record),
			secret: typeof secret === 'string' ? secret : undefined,
		};
	});
}

/**
 * The ID in the response to a registration, which is the record itself or has it in `data`.
 *
 * @throws {Problem} without an ID. A webhook exists, and the list has it.
 */
export function createdIdIn(body: unknown): string {
	const id = idIn(recordOf(body));
	if (id !== undefined) return id;
	throw new Problem({
		message: 'The service accepted the webhook but does not name its ID',
		advice: 'Publish the workflow again.',
		outcome: 'unknown',
	});
}

/** Whether a record, or the response with it, says that the registration is inactive. */
export function isInactive(body: unknown): boolean {
	return recordOf(body).active === false;
}

/**
 * Whether two web addresses lead to the same place. A service may change the case, a default port, a slash at the
 * end, the percent-encoding or the query. It may change or leave out the protocol. n8n identifies its webhooks only
 * by the path.
 */
export function isSameAddress(one: string, other: string): boolean {
	const [left, right] = [one, other].map(placeIn);
	return left !== undefined && left === right;
}

/** Whether a web address leads to a place below another one, in whatever form a service shows it. */
export function isBelow(address: string, base: string): boolean {
	const [place, start] = [address, base].map(placeIn);
	return place !== undefined && start !== undefined && place.startsWith(`${start}/`);
}

/** Whether the list shows where a webhook leads. A service may mask the address, or a part of it. */
export function isReadable(address: string): boolean {
	return placeIn(address) !== undefined && !/[*•…<>]|\.{3}/.test(address);
}

/** Host and path of a web address, equal for all addresses that lead to the same place. */
function placeIn(address: string): string | undefined {
	const whole = /^[\w.-]+(:\d+)?\//.test(address) ? `http://${address}` : address;
	if (!URL.canParse(whole)) return undefined;
	const { host, pathname } = new URL(whole);
	return `${host}${decoded(pathname).replace(/\/+$/, '')}`.toLowerCase();
}

function decoded(pathname: string): string {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}

function recordOf(body: unknown): Record<string, unknown> {
	if (!isRecord(body)) return {};
	return isRecord(body.data) ? body.data : body;
}

function idIn({ id }: Record<string, unknown>): string | undefined {
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}

function unreadable(what: string): Problem {
	return unsentProblem(
		`The list of webhooks could not be read: ${what}`,
		'Check the base URL in the credential. If it is right, set the option "Registration" to Manual and register the webhook by hand.',
	);
}
