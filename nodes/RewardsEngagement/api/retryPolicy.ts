import type { HttpResult } from './http';
import { retryAfter } from './rateLimit';
import { outcomeOf } from './outcome';
import type { Policy } from './request';

/** How long a caller keeps trying. Times are in milliseconds. */
export interface RetryPolicy {
	/** The most attempts of a request. */
	attempts: number;
	/** Whether refusals for the rate limit do not count while other requests of the realm succeed. */
	isPatientInCrowd?: boolean;
	/** The longest single wait. */
	maximumWait: number;
	/** The longest total wait of one request: for its slot, for the service's rate limit, and for backoff. */
	maximumTotalWait: number;
	/** The timeout of one attempt. */
	timeout: number;
	/**
	 * The most time for one request with all attempts and waits. By default only the single limits apply. No retry
	 * starts in the second half, which would leave too little time for a response.
	 */
	totalTime?: number;
	/** Whether requests are held back before they exceed the service's rate limit. */
	isLimited: boolean;
	/** Fixed concurrency. Without it, the limiter decides. */
	concurrency?: number;
	/** Whether the user can set these values in the options of the node. */
	hasOptions?: boolean;
}

/** For workflows that run unattended. */
export const UNATTENDED: RetryPolicy = {
	attempts: 5,
	isPatientInCrowd: true,
	maximumWait: 60_000,
	maximumTotalWait: 300_000,
	timeout: 30_000,
	isLimited: true,
};

/** For a user who waits at the screen, and for calls that n8n repeats itself. */
export const INTERACTIVE: RetryPolicy = {
	attempts: 2,
	maximumWait: 2_000,
	maximumTotalWait: 2_000,
	timeout: 15_000,
	isLimited: false,
};

const FIRST_BACKOFF_MS = 500;

/**
 * After a refusal for the rate limit, a random share of this span is added to the wait that the service asks for. Such
 * waits are whole seconds. So a process that comes too late in one window would be as late in all following ones.
 */
const SPREAD = 1 / 20;
const MAX_SPREAD_MS = 1_000;

/** The facts about a request that decide whether it may be repeated. */
export type Repeated = Pick<Policy, 'effect' | 'tellsOfParts'>;

/**
 * Whether the request may be sent again after this result.
 *
 * A request with effect `once` is repeated only if the service certainly did not act on it. That is so after a
 * refusal for the rate limit, or if no connection was made. After anything else a repeat could pay twice. It also
 * could after a refusal that lists parts of the request.
 */
export function isRetryable({ effect, tellsOfParts }: Repeated, result: HttpResult): boolean {
	const isTransient = result.kind === 'networkError' ? result.isTransient : isTransientStatus(result.status);
	if (!isTransient || effect !== 'once') return isTransient;
	return outcomeOf(result) === 'notApplied' && !(result.kind === 'response' && tellsOfParts?.(result.body));
}

/** Whether the service turned the request away for its rate limit. */
export function isRefusedForLimit(result: HttpResult): boolean {
	return result.kind === 'response' && result.status === 429;
}

function isTransientStatus(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}

/**
 * How long to wait before attempt number `attempt + 1`, in milliseconds.
 *
 * A random share of a doubling span ("full jitter"), so that many clients do not retry at once. If the service asks
 * for a longer wait, that counts, and a little more after a refusal for the rate limit.
 *
 * @param attempt number of attempts so far, from 1
 * @param now milliseconds since 1970
 * @param random a number from 0 up to 1
 * @param maximumWait limit of the span, in milliseconds. The service may ask for more.
 */
export function backoff(
	attempt: number,
	result: HttpResult,
	now: number,
	random: number,
	maximumWait = Infinity,
): number {
	const asked = (result.kind === 'response' && retryAfter(result, now)) || 0;
	const spread = isRefusedForLimit(result) ? random * Math.min(asked * SPREAD, MAX_SPREAD_MS) : 0;
	// The random part alone must not make the wait too long.
	const wait = asked > maximumWait ? asked : Math.min(asked + spread, maximumWait);
	return Math.max(wait, random * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, maximumWait));
}
