import type { HttpResult } from './http';
import { retryAfter } from './rateLimit';
import { outcomeOf } from './outcome';
import type { Policy } from './request';

/** How patient a caller is. Times are in milliseconds. */
export interface RetryPolicy {
	/** How often a request is sent at the most. */
	attempts: number;
	/** Whether refusals for the limit do not count while others of the realm get through. */
	isPatientInCrowd?: boolean;
	/** The longest single wait. */
	maximumWait: number;
	/** All waits of one request together: for its turn, for the service's limit, and before repeats. */
	maximumTotalWait: number;
	/** How long one attempt may take. */
	timeout: number;
	/**
	 * How long one request may take with all its repeats and waits; as long as each of them may, unless told. None is
	 * repeated once half of it is over: there would be too little time for an answer.
	 */
	totalTime?: number;
	/** Whether the service's pace is kept: held back before its limit is exceeded. */
	isLimited: boolean;
	/** Requests at a time, when that is not left to the pace. */
	concurrency?: number;
}

/** For a workflow that runs unattended. */
export const UNATTENDED: RetryPolicy = {
	attempts: 5,
	isPatientInCrowd: true,
	maximumWait: 60_000,
	maximumTotalWait: 300_000,
	timeout: 30_000,
	isLimited: true,
};

/** For a person who waits at the screen, and for calls that n8n repeats itself. */
export const INTERACTIVE: RetryPolicy = {
	attempts: 2,
	maximumWait: 2_000,
	maximumTotalWait: 2_000,
	timeout: 15_000,
	isLimited: false,
};

const FIRST_BACKOFF_MS = 500;

/** What of a request decides whether it may be repeated. */
export type Repeated = Pick<Policy, 'effect' | 'tellsOfParts'>;

/**
 * Whether the request may be sent again after this result.
 *
 * A request with effect `once` is repeated only when the service surely did not act on it: it was turned away for
 * its rate, or no connection was made. Anything else could pay twice, and so could a refusal that tells of parts of the
 * request.
 */
export function isRetryable({ effect, tellsOfParts }: Repeated, result: HttpResult): boolean {
	const isTransient = result.kind === 'networkError' ? result.isTransient : isTransientStatus(result.status);
	if (!isTransient || effect !== 'once') return isTransient;
	return outcomeOf(result) === 'notApplied' && !(result.kind === 'response' && tellsOfParts?.(result.body));
}

/** Whether the service turned the request away for its rate. */
export function isRefusedForLimit(result: HttpResult): boolean {
	return result.kind === 'response' && result.status === 429;
}

function isTransientStatus(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}

/**
 * How long to wait before attempt number `attempt + 1`, in milliseconds: a random share of a doubling span ("full
 * jitter"), so that many clients do not come back together; or what the service asks for, if that is longer.
 *
 * @param attempt how many attempts were made, from 1
 * @param now milliseconds since 1970
 * @param random a number from 0 up to 1
 * @param maximumWait the most that the span may grow to, in milliseconds; what the service asks for may be longer
 */
export function backoff(
	attempt: number,
	result: HttpResult,
	now: number,
	random: number,
	maximumWait = Infinity,
): number {
	const asked = result.kind === 'response' ? retryAfter(result, now) : undefined;
	return Math.max(asked ?? 0, random * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, maximumWait));
}
