import type { Outcome, ProblemFacts } from '../errors';
import { answerWords } from './answerWords';
import { RATE_LIMITED, TEMPORARY, type Words } from './causes';
import type { Connection } from './connection';
import { faultWords } from './faultWords';
import { hiderFor, hideIn, type Hide } from './hide';
import type { HttpResult } from './http';
import { outcomeOf } from './outcome';
import { OUTCOME_WORDS, unknownOutcome } from './outcomeWords';
import type { OperationRequest } from './request';

interface Circumstances {
	result: HttpResult;
	request: OperationRequest;
	outcome: Outcome;
	connection: Connection;
	/** The longest single wait that the request accepts, in milliseconds. */
	maximumWait: number;
}

/**
 * Describes the failure of a request. The description starts with the outcome if the request changes something. Then
 * it says what happened, and what to do. It quotes the service, but never a key or secret.
 */
export function describeProblem(circumstances: Circumstances): ProblemFacts {
	const { outcome, connection, request } = circumstances;
	const { effect } = circumstances.request.policy;
	const hide = hiderFor(connection, request);
	// Hide secrets before any text is shortened: part of a key would not be recognized.
	const result = hidden(circumstances.result, hide);
	const isUnsure = effect === 'once' && outcome === 'unknown';
	const words =
		result.kind === 'networkError'
			? faultWords(result, connection.baseUrl)
			: answerWords({ ...circumstances, answer: result, mayHaveActed: isUnsure });
	const { message, advice, failure } = words;
	const isRepeat = effect === 'replace' && outcome === 'unknown' && outcomeOf(result) === 'notApplied';
	const told = [
		effect === 'once' ? OUTCOME_WORDS[outcome] : '',
		effect === 'once' && outcome === 'notApplied' && mayPass(words) ? CAN_BE_REPEATED : '',
		hide(advice),
		isRepeat ? MAY_BE_DONE : '',
	]
		.filter(Boolean)
		.join(' ');
	return {
		message: isUnsure ? unknownOutcome(hide(message)) : hide(message),
		advice: told,
		outcome,
		status: result.kind === 'response' ? result.status : undefined,
		answer: result.kind === 'response' ? result.body : undefined,
		failure,
	};
}

/**
 * Whether the same request may succeed later. A request refused for its values, its key or its record will be refused
 * again.
 */
function mayPass({ failure, mayPass: isSaid }: Words): boolean {
	return isSaid === true || failure === TEMPORARY || failure === RATE_LIMITED;
}

const CAN_BE_REPEATED = 'You can run it again.';

/** A copy of the result without secrets, and without the body if it is far too long. */
function hidden(result: HttpResult, hide: Hide): HttpResult {
	if (result.kind === 'networkError') return { ...result, reason: hide(result.reason) };
	const { text, body } = result;
	return { ...result, body: text.length > MAX_DETAILS_LENGTH ? null : hideIn(body, hide) };
}

/** For an automatic retry, for example of a removal: the second attempt finds nothing to remove. */
const MAY_BE_DONE = 'An earlier attempt got no clear response and may have succeeded. Check the service.';

/**
 * A longer response is not shown. It is not from the service, and would fill the execution data of every item that
 * got it. Searching a megabyte for secrets also blocks n8n for tenths of a second. In characters.
 */
const MAX_DETAILS_LENGTH = 128 * 1024;
