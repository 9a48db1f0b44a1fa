import type { HttpResponse } from './http';

type Headers = Readonly<Record<string, string>>;

/** What the service says of its limit with every answer. All of it may be missing. */
export interface RateLimit {
	/** Requests in a window. */
	limit?: number;
	/** Requests that are left. */
	remaining?: number;
	/** Milliseconds until there is room again. */
	reset?: number;
	/** Milliseconds. */
	window?: number;
}

/**
 * Reads the limit headers.
 *
 * @param now milliseconds since 1970
 */
export function rateLimitOf(headers: Headers, now: number): RateLimit {
	const window = wholeNumber(headers['x-ratelimit-window']);
	return {
		limit: wholeNumber(headers['x-ratelimit-limit']) || undefined,
		remaining: wholeNumber(headers['x-ratelimit-remaining']),
		reset: resetIn(headers, now),
		window: window === undefined ? undefined : window * 1000,
	};
}

/**
 * How long the service asks to wait, in milliseconds: `Retry-After` in seconds or as a date, else, when it turned a
 * request away, the time until its limit is reset.
 *
 * @param now milliseconds since 1970
 */
export function retryAfter({ status, headers }: HttpResponse, now: number): number | undefined {
	const retryAfter = headers['retry-after'];
	if (retryAfter !== undefined) {
		const seconds = wholeNumber(retryAfter);
		const wait = seconds === undefined ? Date.parse(retryAfter) - serviceTime(headers, now) : seconds * 1000;
		if (!Number.isNaN(wait)) return Math.max(0, wait);
	}
	return status === 429 ? resetIn(headers, now) : undefined;
}

/** The reset is a moment, in seconds since 1970, by the service's clock. */
function resetIn(headers: Headers, now: number): number | undefined {
	const reset = wholeNumber(headers['x-ratelimit-reset']);
	return reset === undefined ? undefined : Math.max(0, reset * 1000 - serviceTime(headers, now));
}

/** The service's clock may differ from ours; its `Date` header tells, if only to the second. */
function serviceTime(headers: Headers, now: number): number {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) || Math.abs(date - now) < 2000 ? now : date;
}

function wholeNumber(text: string | undefined): number | undefined {
	return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
