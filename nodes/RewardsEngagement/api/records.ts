import { Problem } from '../errors';
import { isRecord } from '../shared/json';
import { denies } from './outcome';

/**
 * The records of a list. They are in `data`, or are the response itself if an endpoint has no wrapper. Some services
 * send `null` for an empty list.
 *
 * @param body JSON value
 * @returns `undefined` if the response has no list
 */
export function recordsIn(body: unknown): unknown[] | undefined {
	const data: unknown = isRecord(body) ? body.data : body;
	if (isRecord(body) && data === null) return denies(body) ? undefined : [];
	return Array.isArray(data) ? (data as unknown[]) : undefined;
}

/** The paging details of a list. */
export function metaOf(body: unknown): Readonly<Record<string, unknown>> {
	return isRecord(body) && isRecord(body.meta) ? body.meta : {};
}

/** How many records all pages of a list have together, according to the list. */
export function totalIn(body: unknown): unknown {
	return metaOf(body).total;
}

/**
 * The list of a response, for a caller that cannot continue without it.
 *
 * @throws {Problem} if the response has no list. An empty list instead would claim that nothing is there.
 */
export function listIn(body: unknown): unknown[] {
	const records = recordsIn(body);
	if (records) return records;
	throw new Problem({
		message: 'The response of the service contains no list',
		advice: 'Check the base URL in the credential, or ask the operator of the service.',
		outcome: 'notApplied',
	});
}
