import type { Outcome } from '../errors';
import { isRecord } from '../shared/json';
import type { HttpResponse, HttpResult } from './http';
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
 * @param policy of the request. By default, any body of a success confirms the change.
 */
export function outcomeOf(
	result: HttpResult,
	{ confirms = () => true, refusesRepeats }: Pick<Policy, 'confirms' | 'refusesRepeats'> = {},
): Outcome {
	if (result.kind === 'networkError') return result.reached === 'never' ? 'notApplied' : 'unknown';
	if (REFUSED.has(result.status) || (refusesRepeats && isDoneAlready(result))) return 'notApplied';
	if (!isSuccess(result) || result.status === 202) return 'unknown';
	const isConfirmed = result.text === '' ? result.status === 204 : confirms(result.body);
	return isConfirmed ? 'applied' : 'unknown';
}

/** Whether the service refuses a request because its effect is there already, such as a purchase that is finalized. */
export function isDoneAlready({ status, body }: Pick<HttpResponse, 'status' | 'body'>): boolean {
	if (status !== 409 || !isRecord(body)) return false;
	return [body.error, body.message].some((words) => typeof words === 'string' && ALREADY.test(words));
}

const ALREADY = /\balready\b/i;

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

/** Whether the service has processed the request, and no proxy or website has responded in its place. */
export function isOfService(result: HttpResult): result is HttpResponse {
	if (result.kind !== 'response' || (result.text !== '' && result.body === undefined)) return false;
	const { status } = result;
	return status < 300 || (status >= 400 && status < 500 && status !== 407);
}

/** Whether a response says that the request was not done, whatever its status is. */
export function denies(value: unknown): boolean {
	if (!isRecord(value)) return value === false;
	for (const name of Object.keys(value)) {
		const word = name.toLowerCase();
		const held = value[name];
		if (YES_OR_NO.has(word) && isNo(held)) return true;
		if (ERROR.test(word) && !isEmpty(held)) return true;
		if ((word === 'status' || word === 'statuscode') && NOT_DONE.test(wordOf(held))) return true;
	}
	return false;
}

/** Fields with which a response describes itself. They are no record. */
export const WORDS: ReadonlySet<string> = new Set([
	'status',
	'statusCode',
	'message',
	'success',
	'ok',
	'applied',
	'deleted',
]);

/**
 * The one judge of a success: of a response, and of a row about one of several entries. A payment that is wrongly
 * unknown costs someone a look. One that is wrongly confirmed is never made.
 *
 * @param fields one of them confirms the change. By default any field does, or a plain yes.
 * @param movesPoints whether each word beside the fields must say that it was done. Other records have a
 * separate state, such as a draft or a pending share.
 */
export function judge(
	part: unknown,
	fields: readonly string[] | undefined,
	movesPoints: boolean,
): 'confirmed' | 'denied' | 'nothing' {
	if (denies(part)) return 'denied';
	if (!isRecord(part)) return 'nothing';
	let isConfirmed = false;
	for (const name of Object.keys(part)) {
		const value = part[name];
		const word = name.toLowerCase();
		const isOwn = fields?.includes(name) ?? true;
		if (movesPoints && !isOwn && STATES.has(word) && isInDoubt(word, value)) return 'denied';
		if (WORDS.has(name)) isConfirmed ||= fields === undefined && value === true;
		// A declared list may be empty, such as the winners of a draw without entries.
		else if (isOwn)
			isConfirmed ||= value === 0 || value === false || (!!fields && Array.isArray(value)) || !isEmpty(value);
	}
	return isConfirmed ? 'confirmed' : 'nothing';
}

/** Whether the response to a removal says that nothing was removed, whatever its status is. */
export function deniesRemoval(body: unknown): boolean {
	return denies(body) || (isRecord(body) && body.deleted === false);
}

/**
 * Whether a word beside a payment leaves open that it was made. It must be a known one, because `pending` or `active`
 * may mean anything. A message must say that it was done: liberal services
 * add "Points awarded", and there are too many ways to say no.
 *
 * @param word the lowercase name of its field
 */
function isInDoubt(word: string, value: unknown): boolean {
	if (value === undefined || value === null || value === '') return false;
	const text = wordOf(value);
	if (word !== 'message') return !DONE_STATUS.test(text);
	return !DONE_MESSAGE.test(text) || NOT_DONE_MESSAGE.test(text);
}

/** Lowercase field names with which a response says how far a payment is. */
const STATES: ReadonlySet<string> = new Set(['status', 'statuscode', 'code', 'message']);

/** Lowercase field names with which a response says yes or no. */
const YES_OR_NO: ReadonlySet<string> = new Set(['success', 'ok', 'applied']);

/** Lowercase field names with which a response says what went wrong. */
const ERROR = /^errors?$|^error[_-]?(code|description|details|message|reason|type)$/;

/**
 * Status words for something that is not done, or not done yet. Also HTTP error statuses in the body of another
 * status.
 */
const NOT_DONE =
	/^(queued|fail|failed|failure|unsuccessful|error|invalid|not[_ -]?found|rejected|declined|denied|forbidden|refused|aborted|cancell?ed|[45]\d\d)$/i;

/** Status words of a payment that was made. */
const DONE =
	'ok|done|paid|applied|awarded|credited|deducted|added|transferred|purchased|updated|processed|completed?|success|succeeded|successful|successfully';
const DONE_STATUS = new RegExp(`^(${DONE}|true|2\\d\\d)$`, 'i');
const DONE_MESSAGE = new RegExp(`\\b(${DONE})\\b`, 'i');

/** Words with which a message with one of those says the opposite, or that it is still to come. */
const NOT_DONE_MESSAGE =
	/\b(no|not|none|nothing|never|cannot|\w+n['’]t|unable|fail\w*|error|false|insufficient|frozen|limit|exceed\w*|denied|refused|rejected|skipped|already|be|being|will|later|pending|queued|if|once|until)\b/i;

const isNo = (value: unknown) => /^(false|no|0)$/i.test(wordOf(value));

/** A value as a word. Empty for an object, whose text could be anything. */
const wordOf = (value: unknown) =>
	typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : `${value as number}`;

/** Whether a field carries no information. */
export function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '' || value === false || value === 0;
}
