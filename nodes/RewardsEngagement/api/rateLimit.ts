import { isRecord } from '../shared/json';
import type { HttpResponse } from './http';

type Headers = Readonly<Record<string, string>>;

/** What the service says about its rate limit in each response. A value that is missing or makes no sense is absent. */
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
 * Reads the headers `X-RateLimit-*`, and the `RateLimit-*` and `RateLimit` of the IETF drafts. If a header has several
 * values, the strictest counts.
 *
 * @param now milliseconds since 1970
 */
export function rateLimitOf(headers: Headers, now: number): RateLimit {
	// Not every service has a limit, and a proxy that responds for it has none.
	if (!Object.keys(headers).join().includes('ratelimit')) return {};
	const draft: RateLimit = headers.ratelimit || headers['ratelimit-policy'] ? ofDraft(headers) : {};
	const limit = inHeader(headers, 'limit', Math.min);
	const remaining = inHeader(headers, 'remaining', Math.min);
	return {
		limit: (Number.isInteger(limit) && limit) || draft.limit || undefined,
		remaining: Number.isInteger(remaining) ? remaining : draft.remaining,
		reset: resetIn(inHeader(headers, 'reset', Math.max), headers, now) ?? draft.reset,
		window: milliseconds(inHeader(headers, 'window', Math.max)) || draft.window || undefined,
	};
}

function inHeader(headers: Headers, name: string, strictest: Strictest): number | undefined {
	return numberIn(headers[`x-ratelimit-${name}`] ?? headers[`ratelimit-${name}`], strictest);
}

/**
 * How long the service asks to wait, in milliseconds. `Retry-After` has seconds or a date. If it is missing in a
 * refusal, the body has the seconds, or the wait lasts until the limit is reset. `undefined` if no sensible wait is
 * asked for.
 *
 * @param now milliseconds since 1970
 */
export function retryAfter({ status, headers, body }: HttpResponse, now: number): number | undefined {
	const asked = headers['retry-after'];
	const wait = milliseconds(numberIn(asked, Math.max)) ?? Date.parse(asked ?? '') - serviceTime(headers, now);
	// `Retry-After` asks for no wait, or its date has passed. The reset of the limit then does not matter.
	if (!Number.isNaN(wait)) return wait > 0 ? wait : undefined;
	if (status !== 429) return undefined;
	return (
		milliseconds(numberIn(String(inBody(body)), Math.max)) || rateLimitOf(headers, now).reset || undefined
	);
}

/** One page of the API document has `retryAfter` at the top level of the body, and another in `details`. */
function inBody(body: unknown): unknown {
	if (!isRecord(body)) return undefined;
	return body.retryAfter ?? inBody(body.details);
}

/**
 * `RateLimit: limit=100, remaining=50, reset=30` in the seventh draft, and `RateLimit: "default";r=50;t=30` with
 * `RateLimit-Policy: "default";q=100;w=60` since the eighth.
 */
function ofDraft({ ratelimit = '', 'ratelimit-policy': policy = '' }: Headers): RateLimit {
	const all = (text: string, name: RegExp) => [...text.matchAll(name)].map(([, digits]) => Number(digits));
	const remaining = all(ratelimit, /\b(?:r|remaining)=(\d{1,15})\b/g);
	const resets = all(ratelimit, /\b(?:t|reset)=(\d{1,15})\b/g);
	const strictest = remaining.indexOf(Math.min(...remaining));
	return {
		limit: least(all(`${ratelimit} ${policy}`, /\b(?:q|limit)=(\d{1,15})\b/g)),
		remaining: remaining[strictest],
		reset: milliseconds(resets[strictest]),
		window: milliseconds(most(all(policy, /\bw=(\d{1,15})\b/g))),
	};
}

/** A smaller number is a span of seconds. As seconds since 1970 it would be before the year 2001. */
const FIRST_MOMENT = 1e9;

/** A greater number is in milliseconds since 1970. In seconds it would be after the year 5000. */
const FIRST_IN_MILLISECONDS = 1e11;

/** The reset is a time by the service's clock, in seconds since 1970. Some services write milliseconds, or a span. */
function resetIn(reset: number | undefined, headers: Headers, now: number): number | undefined {
	if (reset === undefined || reset < FIRST_MOMENT) return milliseconds(reset);
	const moment = reset < FIRST_IN_MILLISECONDS ? reset * 1000 : reset;
	return Math.max(0, moment - serviceTime(headers, now));
}

/** The service's clock may differ from ours. Its `Date` header shows by how much, to the second. */
function serviceTime(headers: Headers, now: number): number {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) || Math.abs(date - now) < 2000 ? now : date;
}

const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);
const least = (values: number[]) => (values.length === 0 ? undefined : Math.min(...values));
const most = (values: number[]) => (values.length === 0 ? undefined : Math.max(...values));

/** `Math.min` or `Math.max`. */
type Strictest = (...values: number[]) => number;

/** One or more plausible numbers of 0 or more. */
const NUMBERS = /^\s*\d{1,20}(\.\d+)?\s*(,\s*\d{1,20}(\.\d+)?\s*)*$/;

/** The strictest number of a header, which may occur several times. `undefined` if any value makes no sense. */
function numberIn(text: string | undefined, strictest: Strictest): number | undefined {
	return text !== undefined && NUMBERS.test(text) ? strictest(...text.split(',').map(Number)) : undefined;
}
