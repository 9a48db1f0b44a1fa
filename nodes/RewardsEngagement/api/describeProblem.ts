import type { Outcome } from '../errors/outcome';
import type { Problem } from '../errors/serviceProblem';
import { answerWords } from './answerWords';
import { RATE_LIMITED, TEMPORARY, type Words } from './causes';
import type { Connection } from './connection';
import { faultWords } from './faultWords';
import { hideIn, type Hide } from './hide';
import { hiderFor } from './hider';
import type { HttpResult } from './http';
import { outcomeOf } from './outcome';
import { OUTCOME_WORDS, unknownOutcome } from './outcomeWords';
import type { OperationRequest } from './request';

interface Circumstances {
	result: HttpResult;
	request: OperationRequest;
	outcome: Outcome;
	connection: Connection;
	/** The longest single wait that the request puts up with, in milliseconds. */
	maximumWait: number;
}

/**
 * Puts a request that did not succeed into words. For a request that changes something, they begin with its outcome.
 * What happened follows, then what to do. Quotes the service, never a key or secret.
 */
export function describeProblem(circumstances: Circumstances): Problem {
	const { outcome, connection, request } = circumstances;
	const { effect } = circumstances.request.policy;
	const hide = hiderFor(connection, request);
	// Hidden before anything is cut short: a part of a key would not be found.
	const result = hidden(circumstances.result, hide);
	const isUnsure = effect === 'once' && outcome === 'unknown';
	const words =
		result.kind === 'networkError'
			? faultWords(result, connection.baseUrl)
			: answerWords({ ...circumstances, answer: result, mayHaveActed: isUnsure });
	const { message, advice, failure } = words;
	const isRepeat = effect === 'replace' && outcome === 'unknown' && outcomeOf(result) === 'notApplied';
	const description = [
		effect === 'once' ? OUTCOME_WORDS[outcome] : '',
		effect === 'once' && outcome === 'notApplied' && mayPass(words) ? CAN_BE_REPEATED : '',
		hide(advice),
		isRepeat ? MAY_BE_DONE : '',
	]
		.filter(Boolean)
		.join(' ');
	return {
		message: isUnsure ? unknownOutcome(hide(message)) : hide(message),
		description,
		outcome,
		status: result.kind === 'response' ? result.status : undefined,
		details: result.kind === 'response' ? result.body : undefined,
		failure,
	};
}

/** Whether the same request may succeed later. One that was refused for its values, its key or its record is refused again. */
function mayPass({ failure, mayPass: isSaid }: Words): boolean {
	return isSaid === true || failure === TEMPORARY || failure === RATE_LIMITED;
}

const CAN_BE_REPEATED = 'You can run it again.';

/** A copy of the result without secrets. Nothing is shown of what is far too long. */
function hidden(result: HttpResult, hide: Hide): HttpResult {
	if (result.kind === 'networkError') return { ...result, reason: hide(result.reason) };
	const { text, body } = result;
	return { ...result, body: text.length > MAX_DETAILS_LENGTH ? null : hideIn(body, hide) };
}

/** Of what is sent again on its own: such as a removal, of which the second try finds nothing any more. */
const MAY_BE_DONE =
	'An earlier try of this request had no clear answer and may have done it. Check the service.';

/**
 * A longer answer is not shown: it is no answer of the service, it would fill the execution data of every item that got
 * it, and to look through a megabyte for secrets holds n8n up for tenths of a second.
 */
const MAX_DETAILS_LENGTH = 128 * 1024;
