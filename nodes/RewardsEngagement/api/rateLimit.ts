import type { HttpResponse } from './http';

type Headers = Readonly<Record<string, string>>;

/**
 * What the service says about its rate limit in each response. All values may be missing. Values without sense are
 * left out.
 */
export interface RateLimit {
	/** Requests per window, 1 or more. */
	limit?: number;
	/** Requests left. */
	remaining?: number;
	/** Milliseconds until there is room again. */
	reset?: number;
	/** Milliseconds, above 0. */
	window?: number;
}

/**
 * Reads the rate limit headers. If a header has several values, the strictest counts.
 *
 * @param now milliseconds since 1970
 */
export function rateLimitOf(headers: Headers, now: number): RateLimit {
	return {
		limit: wholeNumber(headers['x-ratelimit-limit']) || undefined,
		remaining: wholeNumber(headers['x-ratelimit-remaining']),
		reset: resetIn(headers, now),
		window: seconds(headers['x-ratelimit-window']) || undefined,
	};
}

/**
 * How long the service asks to wait, in milliseconds. `Retry-After` has seconds or a date. If it is missing in a
 * refusal, the wait lasts until the limit is reset. `undefined` if no sensible wait is asked for.
 *
 * @param now milliseconds since 1970
 */
export function retryAfter({ status, headers }: HttpResponse, now: number): number | undefined {
	const asked = headers['retry-after'];
	const wait = seconds(asked) ?? Date.parse(asked ?? '') - serviceTime(headers, now);
	// `Retry-After` asks for no wait, or its date has passed. The reset of the limit then does not matter.
	if (!Number.isNaN(wait)) return wait > 0 ? wait : undefined;
	return (status === 429 ? resetIn(headers, now) || spanIn(headers) : undefined) || undefined;
}

/** A greater number is a time in milliseconds since 1970. In seconds it would be after the year 5000. */
const FIRST_IN_MILLISECONDS = 1e11;

/** The reset is a point in time by the service's clock, in seconds since 1970. Some services write milliseconds. */
function resetIn(headers: Headers, now: number): number | undefined {
	const reset = Math.max(...numbers(headers['x-ratelimit-reset']));
	if (reset === -Infinity) return undefined;
	const moment = reset < FIRST_IN_MILLISECONDS ? reset * 1000 : reset;
	return Math.max(0, moment - serviceTime(headers, now));
}

/** A smaller number of seconds is a duration. As a time it would be before the year 2001. */
const LAST_SPAN = 1e9;

/** Some services write the reset as the seconds that are left. We accept that only from a refusal. */
function spanIn(headers: Headers): number | undefined {
	const span = seconds(headers['x-ratelimit-reset']);
	return span !== undefined && span < LAST_SPAN * 1000 ? span : undefined;
}

/** The service's clock may differ from ours. Its `Date` header shows by how much, to the second. */
function serviceTime(headers: Headers, now: number): number {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) || Math.abs(date - now) < 2000 ? now : date;
}

/** In milliseconds. The longest of several values. */
function seconds(text: string | undefined): number | undefined {
	const longest = Math.max(...numbers(text));
	return longest === -Infinity ? undefined : longest * 1000;
}

/** The smallest of several values. */
function wholeNumber(text: string | undefined): number | undefined {
	const smallest = Math.min(...numbers(text));
	return Number.isInteger(smallest) ? smallest : undefined;
}

/** The numbers of a header that may occur several times. Empty if any value is not a plausible number of 0 or more. */
function numbers(text = ''): number[] {
	const parts = text.split(',').map((part) => part.trim());
	return parts.every((part) => /^\d{1,20}(\.\d+)?$/.test(part)) ? parts.map(Number) : [];
}
