import type { Outcome } from '../errors/outcome';
import type { Problem } from '../errors/serviceProblem';
import { answerWords } from './answerWords';
import type { Connection } from './connection';
import { faultWords } from './faultWords';
import { hideIn, type Hide } from './hide';
import { hiderFor } from './hider';
import type { HttpResult } from './http';
import { outcomeOf } from './outcome';
import { OUTCOME_WORDS } from './outcomeWords';
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
 * Puts a request that did not succeed into words: what happened, what to do, and, for a request that changes
 * something, whether it may have been applied. Quotes the service, never a key or secret.
 */
export function describeProblem(circumstances: Circumstances): Problem {
	const { outcome, connection, request } = circumstances;
	const { effect } = circumstances.request.policy;
	const hide = hiderFor(connection, request);
	// Hidden before anything is cut short: a part of a key would not be found.
	const result = hidden(circumstances.result, hide);
	const isUnsure = effect === 'once' && outcome === 'unknown';
	const { message, advice, failure } =
		result.kind === 'networkError'
			? faultWords(result, connection.baseUrl)
			: answerWords({ ...circumstances, answer: result, mayHaveActed: isUnsure });
	const isRepeat = effect === 'replace' && outcome === 'unknown' && outcomeOf(result) === 'notApplied';
	const description = [
		hide(advice),
		effect === 'once' ? OUTCOME_WORDS[outcome] : '',
		isRepeat ? MAY_BE_DONE : '',
	]
		.filter(Boolean)
		.join(' ');
	return {
		message: isUnsure
			? `${hide(message).replace(/\.$/, '')}; the request may have been applied`
			: hide(message),
		description,
		outcome,
		status: result.kind === 'response' ? result.status : undefined,
		details: result.kind === 'response' ? result.body : undefined,
		failure,
	};
}

/** A copy of the result without secrets. Nothing is shown of what is far too long. */
function hidden(result: HttpResult, hide: Hide): HttpResult {
	if (result.kind === 'networkError') return { ...result, reason: hide(result.reason) };
	const { text, body } = result;
	return { ...result, body: text.length > MAX_DETAILS_LENGTH ? null : hideIn(body, hide) };
}

/** Of what is sent again on its own: such as a removal, of which the second try finds nothing any more. */
const MAY_BE_DONE =
	'An earlier try of this request had no clear answer, and may have done it: look in the service.';

/**
 * A longer answer is not shown: it is no answer of the service, it would fill the execution data of every item that got
 * it, and to look through a megabyte for secrets holds n8n up for tenths of a second.
 */
const MAX_DETAILS_LENGTH = 128 * 1024;
