import type { Outcome } from '../errors';
import { isRecord } from '../shared/json';
import type { HttpResult } from './http';
import type { OperationRequest, Policy } from './request';

/**
 * Statuses with which a service or proxy refuses a request before it acts.
 *
 * 405, 411, 413, 414, 415 and 431 refuse the form of a request, such as its size. A 407 comes from a proxy before the
 * service. 409, 302 and 303 are left out, because they can also follow an effect.
 */
const REFUSED = new Set([400, 401, 403, 404, 405, 407, 411, 413, 414, 415, 422, 429, 431, 301, 307, 308]);

/**
 * What the result says about a request that changes something.
 *
 * Only a response that cannot follow an effect means not applied. Only a plain success means applied. All others are
 * unknown: a 202, a conflict, a server error or a broken connection. A success is unknown too if its body is not the
 * service's JSON, or does not confirm the change. A 200 without a body is unknown, because a proxy may have answered
 * for the service. A 204 has no body by definition.
 *
 * @param confirms whether a body says that the change was made
 */
export function outcomeOf(result: HttpResult, confirms: Policy['confirms'] = () => true): Outcome {
	if (result.kind === 'networkError') return result.reached === 'never' ? 'notApplied' : 'unknown';
	if (REFUSED.has(result.status)) return 'notApplied';
	if (!isSuccess(result) || result.status === 202) return 'unknown';
	const isConfirmed = result.text === '' ? result.status === 204 : confirms(result.body);
	return isConfirmed ? 'applied' : 'unknown';
}

/** Whether the response is a success that may be the service's: its body is JSON or empty. */
export function isSuccess(result: HttpResult): boolean {
	if (result.kind === 'networkError' || result.status < 200 || result.status > 299) return false;
	return result.text === '' || result.body !== undefined;
}

/**
 * Whether the response is a success that contains what was asked for. An empty response to a read does not count: a
 * proxy may have sent it, and it would look like an empty record. A 204 says that there is nothing.
 */
export function isAnswer(result: HttpResult, { policy }: Pick<OperationRequest, 'policy'>): boolean {
	if (!isSuccess(result)) return false;
	if (policy.effect !== 'read' || policy.mayBeEmpty) return true;
	return result.kind === 'response' && (result.text !== '' || result.status === 204);
}

/** Whether a response says that the request was not done, whatever its status is. */
export function denies(value: unknown): boolean {
	if (!isRecord(value)) return value === false;
	return Object.entries(value).some(([name, held]) => isDenial(name.toLowerCase(), held));
}

/** Whether the response to a removal says that nothing was removed, whatever its status is. */
export function deniesRemoval(body: unknown): boolean {
	return denies(body) || (isRecord(body) && body.deleted === false);
}

function isDenial(name: string, held: unknown): boolean {
	if (name === 'success' || name === 'ok') return isNo(held);
	if (ERROR.test(name)) return !isEmpty(held);
	return (name === 'status' || name === 'statuscode') && NOT_DONE.test(wordOf(held));
}

/** Lowercase field names with which a response says what went wrong. */
const ERROR = /^errors?$|^error[_-]?(code|description|details|message|reason|type)$/;

/**
 * Status words for something that is not done, or not done yet. Also HTTP error statuses in the body of another
 * status.
 */
const NOT_DONE =
	/^(queued|fail|failed|failure|unsuccessful|error|invalid|not[_ -]?found|rejected|declined|denied|forbidden|refused|aborted|cancell?ed|[45]\d\d)$/i;

const isNo = (value: unknown) => /^(false|no|0)$/i.test(wordOf(value));

/** A value as a word. Empty for an object, whose text could be anything. */
const wordOf = (value: unknown) =>
	typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : `${value as number}`;

/** Whether a field carries no information. */
export function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '' || value === false || value === 0;
}
