import { OUTCOME_WORDS, Problem, unknownOutcome, type Outcome } from '../errors';
import { failureWords, type Failure } from './failures';
import { hiderFor, hideIn, type Hide } from './hide';
import type { HttpResult } from './http';
import { outcomeOf } from './outcome';

const CAN_BE_REPEATED = 'You can run it again.';

/** For an automatic retry, for example of a removal: the second attempt finds nothing to remove. */
const MAY_BE_DONE = 'An earlier attempt got no clear response and may have succeeded. Check the service.';

/**
 * Describes the failure of a request. The advice starts with the outcome if the request changes something. Then
 * it says what happened, and what to do. It quotes the service, but never a key or secret.
 */
export function describeProblem(failure: Omit<Failure, 'isUnsure'>, outcome: Outcome): Problem {
	const { connection, request } = failure;
	const { effect } = request.policy;
	const hide = hiderFor(connection, request);
	// Hide secrets before any text is shortened: part of a key would not be recognized.
	const result = hidden(failure.result, hide);
	const isRefused = outcomeOf(result, { refusesRepeats: request.policy.refusesRepeats }) === 'notApplied';
	// After an earlier request of the item, the outcome is that of both. The message is about this one.
	const isUnsure = effect === 'once' && outcome === 'unknown' && !isRefused;
	const words = failureWords({ ...failure, result, isUnsure });
	const message = hide(words.message);
	const isRepeat = effect === 'replace' && outcome === 'unknown' && isRefused;
	const advice = [
		effect === 'once' ? OUTCOME_WORDS[outcome] : '',
		effect === 'once' && outcome === 'notApplied' && words.mayPass ? CAN_BE_REPEATED : '',
		hide(words.advice),
		isRepeat ? MAY_BE_DONE : '',
	];
	const told = {
		message: isUnsure ? unknownOutcome(message) : message,
		advice: advice.filter(Boolean).join(' '),
		outcome,
		status: result.kind === 'response' ? result.status : undefined,
		answer: result.kind === 'response' ? result.body : undefined,
		failure: words.failure,
	};
	const { result: whole } = failure;
	return new Problem(told, { wholeAnswer: whole.kind === 'response' ? whole.body : undefined });
}

/**
 * A longer response is not shown. It is not from the service, and would fill the execution data of every item that
 * got it. Searching a megabyte for secrets also blocks n8n for tenths of a second. In characters.
 */
const MAX_DETAILS_LENGTH = 128 * 1024;

/** A copy of the result without secrets, and without the body if it is far too long. */
function hidden(result: HttpResult, hide: Hide): HttpResult {
	if (result.kind === 'networkError') return { ...result, reason: hide(result.reason) };
	const { text, body } = result;
	return { ...result, body: text.length > MAX_DETAILS_LENGTH ? null : hideIn(body, hide) };
}
