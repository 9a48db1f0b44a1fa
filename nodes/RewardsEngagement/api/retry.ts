import type { HttpResult } from './http';
import { retryAfter } from './rateLimit';
import type { Policy } from './request';

/** How long a caller keeps trying. Times are in milliseconds. */
export interface RetryPolicy {
	/** How often a request is sent at most. A refusal for the rate limit is no attempt. */
	maxAttempts: number;
	/** Whether such a refusal counts all the same, because the user has set the number of retries. */
	countsRefusals?: boolean;
	/** The longest single wait: for the rate limit, and between attempts. */
	backoffLimit: number;
	/** The longest total wait of one request: for its turn, for the rate limit, and between attempts. */
	totalWait: number;
	/** The timeout of one attempt. */
	timeout: number;
	/** The most time for one request with all attempts and waits. No wait ends in its second half. */
	totalTime?: number;
	/** When the last request must end, by the clock of `now`. */
	until?: number;
	/** Whether requests go through the gate of their realm, which keeps to the rate limit. */
	isGated: boolean;
	/** How many requests to send at a time. Without it, the gate decides. */
	concurrency?: number;
	/** Whether the user can set these values in the options of the node. */
	hasOptions?: boolean;
}

const SECOND = 1_000;

/** For a person who waits at the screen, and for calls that n8n repeats itself. */
const interactive: RetryPolicy = {
	maxAttempts: 2,
	backoffLimit: 2 * SECOND,
	totalWait: 2 * SECOND,
	timeout: 15 * SECOND,
	isGated: false,
};

/** For a caller that gives up after 15 seconds in all. */
const answering: RetryPolicy = { ...interactive, totalTime: interactive.timeout };

/** All retry policies of this package. */
export const POLICIES = {
	/** A workflow that runs unattended. The user can change all values in the options of the node. */
	unattended: {
		maxAttempts: 5,
		backoffLimit: 60 * SECOND,
		totalWait: 300 * SECOND,
		timeout: 30 * SECOND,
		isGated: true,
	},
	/** A list in the editor. */
	list: interactive,
	/** The webhook of a trigger, when it is published or tested. */
	registration: interactive,
	/** A look-up for a filter. The service waits for the response to its delivery. */
	delivery: answering,
	/** A person who comes back from the consent page. */
	consentPage: answering,
	/** A user who saves a credential. */
	credentialTest: { ...interactive, maxAttempts: 1, timeout: 20 * SECOND },
} as const satisfies Record<string, RetryPolicy>;

/** For a poll. A request that starts in the first half of its time ends before the time is over. */
export function pollPolicy(time: number): RetryPolicy {
	const timeout = Math.min(POLICIES.unattended.timeout, time / 8);
	return { maxAttempts: 2, backoffLimit: time / 4, totalWait: time / 4, timeout, isGated: true };
}

/** How a user may set the policy of a run. Times are in seconds. */
interface ChosenTimes {
	concurrency?: number;
	retries?: number;
	maximumWaitSeconds?: number;
	maximumTotalWaitSeconds?: number;
	timeoutSeconds?: number;
}

/** The policy of a workflow's requests, with what the user has set. */
export function chosenPolicy(chosen: ChosenTimes, usualTimeoutSeconds?: number): RetryPolicy {
	const { concurrency, retries, maximumWaitSeconds, maximumTotalWaitSeconds } = chosen;
	const { timeoutSeconds = usualTimeoutSeconds } = chosen;
	const { maxAttempts, backoffLimit, totalWait, timeout } = POLICIES.unattended;
	return {
		isGated: true,
		hasOptions: true,
		concurrency,
		// A user who sets the number of retries wants exactly that number.
		countsRefusals: retries !== undefined,
		maxAttempts: retries === undefined ? maxAttempts : retries + 1,
		backoffLimit: maximumWaitSeconds === undefined ? backoffLimit : maximumWaitSeconds * SECOND,
		totalWait: maximumTotalWaitSeconds === undefined ? totalWait : maximumTotalWaitSeconds * SECOND,
		timeout: timeoutSeconds === undefined ? timeout : timeoutSeconds * SECOND,
	};
}

/** For a check that must report the rate limit instead of waiting for it, in the time of one request. */
export function checkPolicy(chosen: RetryPolicy): RetryPolicy {
	return {
		...chosen,
		totalTime: chosen.timeout,
		maxAttempts: Math.min(chosen.maxAttempts, 2),
		backoffLimit: Math.min(chosen.backoffLimit, SECOND),
		totalWait: Math.min(chosen.totalWait, SECOND),
		isGated: false,
	};
}

/** Whether the service turned the request away for its rate limit. */
export function isRefusedForLimit(result: HttpResult): boolean {
	return result.kind === 'response' && result.status === 429;
}

/**
 * Whether the request may be sent again after this result. The first line that applies decides.
 *
 * @param attempts how often it was sent, without refusals that do not count
 */
export function shouldRetry(
	result: HttpResult,
	{ effect, tellsOfParts }: Pick<Policy, 'effect' | 'tellsOfParts'>,
	attempts: number,
	{ maxAttempts, countsRefusals = false }: Pick<RetryPolicy, 'maxAttempts' | 'countsRefusals'>,
): boolean {
	if (result.kind === 'networkError') {
		// A canceled execution, an unknown host or a refused certificate: the next attempt would end in the same way.
		if (!result.isTransient || attempts >= maxAttempts) return false;
		// No connection was made, so the service has seen nothing. Otherwise it may have acted.
		return effect !== 'once' || result.reached === 'never';
	}
	const { status, body } = result;
	// Some entries may have been taken, although the response as a whole is a refusal.
	if (effect === 'once' && tellsOfParts?.(body)) return false;
	// The service did not act. The total wait ends these retries.
	if (status === 429 && !countsRefusals) return true;
	if (attempts >= maxAttempts) return false;
	// The service may have acted, so a second request could pay twice.
	if (effect === 'once') return status === 429;
	// The service or a proxy is in trouble, which may pass. Any other status would be the same again.
	return status === 408 || status === 429 || status >= 500;
}

const FIRST_BACKOFF_MS = 500;

/**
 * How long to wait before the next attempt, in milliseconds. It is a random share of a span that doubles ("full
 * jitter"), so that many clients do not retry at once. If the service asks for a longer wait, that counts.
 *
 * @param attempts number of attempts so far, from 1
 */
export function backoff(attempts: number, result: HttpResult, backoffLimit: number): number {
	const asked = (result.kind === 'response' && retryAfter(result, Date.now())) || 0;
	return Math.max(asked, Math.random() * Math.min(FIRST_BACKOFF_MS * 2 ** attempts, backoffLimit));
}
