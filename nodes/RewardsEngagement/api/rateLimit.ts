import type { HttpResponse } from './http';

type Headers = Readonly<Record<string, string>>;

/** What the service says of its limit with every answer. All of it may be missing; what makes no sense is left out. */
export interface RateLimit {
	/** Requests in a window, 1 or more. */
	limit?: number;
	/** Requests that are left. */
	remaining?: number;
	/** Milliseconds until there is room again. */
	reset?: number;
	/** Milliseconds, above 0. */
	window?: number;
}

/**
 * Reads the limit headers. Several values of one header are taken for the stricter one.
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
 * How long the service asks to wait, in milliseconds: `Retry-After` in seconds or as a date, else, when it turned a
 * request away, the time until its limit is reset. `undefined` when it asks for no wait, or for none that makes sense.
 *
 * @param now milliseconds since 1970
 */
export function retryAfter({ status, headers }: HttpResponse, now: number): number | undefined {
	const asked = headers['retry-after'];
	const wait = seconds(asked) ?? Date.parse(asked ?? '') - serviceTime(headers, now);
	// No wait, or one that is over: the reset of the limit is not what it asks for.
	if (!Number.isNaN(wait)) return wait > 0 ? wait : undefined;
	return (status === 429 ? resetIn(headers, now) || spanIn(headers) : undefined) || undefined;
}

/** From here on a moment is in milliseconds since 1970: as seconds it would be after the year 5000. */
const FIRST_IN_MILLISECONDS = 1e11;

/** The reset is a moment, in seconds since 1970 (some write milliseconds), by the service's clock. */
function resetIn(headers: Headers, now: number): number | undefined {
	const reset = Math.max(...numbers(headers['x-ratelimit-reset']));
	if (reset === -Infinity) return undefined;
	const moment = reset < FIRST_IN_MILLISECONDS ? reset * 1000 : reset;
	return Math.max(0, moment - serviceTime(headers, now));
}

/** Until here a number of seconds is no moment: it would be before the year 2001. */
const LAST_SPAN = 1e9;

/** A reset that some write as the seconds that are left. It is believed of a service that has just turned a request away. */
function spanIn(headers: Headers): number | undefined {
	const span = seconds(headers['x-ratelimit-reset']);
	return span !== undefined && span < LAST_SPAN * 1000 ? span : undefined;
}

/** The service's clock may differ from ours; its `Date` header tells, if only to the second. */
function serviceTime(headers: Headers, now: number): number {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) || Math.abs(date - now) < 2000 ? now : date;
}

/** In milliseconds; the longest, when there are several. */
function seconds(text: string | undefined): number | undefined {
	const longest = Math.max(...numbers(text));
	return longest === -Infinity ? undefined : longest * 1000;
}

/** The smallest, when there are several. */
function wholeNumber(text: string | undefined): number | undefined {
	const smallest = Math.min(...numbers(text));
	return Number.isInteger(smallest) ? smallest : undefined;
}

/** The numbers of a header that came once or more often; none when anything in it is not a number of 0 or more that means something. */
function numbers(text = ''): number[] {
	const parts = text.split(',').map((part) => part.trim());
	return parts.every((part) => /^\d{1,20}(\.\d+)?$/.test(part)) ? parts.map(Number) : [];
}
