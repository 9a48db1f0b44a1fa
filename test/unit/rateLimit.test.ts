import type { HttpResponse } from '../../nodes/RewardsEngagement/api/http';
import { rateLimitOf, retryAfter, type RateLimit } from '../../nodes/RewardsEngagement/api/rateLimit';

/** By our clock. */
const NOW = Date.parse('2026-03-01T09:30:00Z');
const SECONDS = NOW / 1000;
const answer = (status: number, headers: Record<string, string> = {}): HttpResponse => ({
	kind: 'response',
	status,
	headers,
	text: '',
	body: undefined,
});
const nothing = { limit: undefined, remaining: undefined, reset: undefined, window: undefined };

describe('what an answer says of the limit', () => {
	it('is nothing without headers', () => expect(rateLimitOf({}, NOW)).toEqual(nothing));

	it('is read from all of them', () => {
		const headers = {
			'x-ratelimit-limit': '100',
			'x-ratelimit-remaining': '0',
			'x-ratelimit-reset': String(SECONDS + 30),
			'x-ratelimit-window': '60',
		};
		expect(rateLimitOf(headers, NOW)).toEqual({ limit: 100, remaining: 0, reset: 30_000, window: 60_000 });
	});

	it('is the stricter one of several', () => {
		const headers = {
			'x-ratelimit-limit': '100, 50',
			'x-ratelimit-remaining': '7 ,9',
			'x-ratelimit-reset': `${SECONDS + 30}, ${SECONDS + 10}`,
			'x-ratelimit-window': '60, 3600',
		};
		expect(rateLimitOf(headers, NOW)).toEqual({ limit: 50, remaining: 7, reset: 30_000, window: 3_600_000 });
	});

	it.each(['many', '-1', '1e9', '0x10', '', '5, many', 'constructor', '9'.repeat(400)])(
		'leaves out %j',
		(text) => {
			const headers = {
				'x-ratelimit-limit': text,
				'x-ratelimit-remaining': text,
				'x-ratelimit-reset': text,
				'x-ratelimit-window': text,
			};
			expect(rateLimitOf(headers, NOW)).toEqual(nothing);
		},
	);

	it('leaves out a limit and a window of 0, and half a request', () => {
		const headers = { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0.5', 'x-ratelimit-window': '0' };
		expect(rateLimitOf(headers, NOW)).toEqual(nothing);
	});

	it.each<[string, string, number, number]>([
		['in seconds', String(SECONDS + 5), NOW, 5_000],
		['in milliseconds', String(NOW + 5), NOW, 5],
		['that is over', String(SECONDS - 5), NOW, 0],
		['that is the first to be in milliseconds', '100000000000', 0, 100_000_000_000],
		['that is the last to be in seconds', '99999999999', 0, 99_999_999_999_000],
	])('has a reset %s', (_what, reset, now, wait) => {
		expect(rateLimitOf({ 'x-ratelimit-reset': reset }, now).reset).toBe(wait);
	});

	it.each<[string, number, number]>([
		['by its clock, where that differs', 60_000, 10_000],
		['by its clock, where that is two seconds late', 2_000, 10_000],
		['by ours, where the two differ by what its header leaves out', 1_999, 10_000 - 1_999],
	])('counts to the reset %s', (_what, late, wait) => {
		const headers = {
			date: new Date(NOW - late).toUTCString(),
			'x-ratelimit-reset': String((NOW - late) / 1000 + 10),
		};
		const seen = new Date(headers.date).getTime();
		const now = seen + late;
		const reset = { ...headers, 'x-ratelimit-reset': String(seen / 1000 + 10) };
		expect(rateLimitOf(reset, now).reset).toBe(wait);
	});

	it.each<[string, Record<string, string>, RateLimit]>([
		[
			'with a header for each value',
			{ 'ratelimit-limit': '100', 'ratelimit-remaining': '3', 'ratelimit-reset': '30' },
			{ limit: 100, remaining: 3, reset: 30_000 },
		],
		[
			'in one header',
			{ ratelimit: 'limit=100, remaining=0, reset=30', 'ratelimit-policy': '100;w=60' },
			{ limit: 100, remaining: 0, reset: 30_000, window: 60_000 },
		],
		[
			'with a name',
			{ ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
			{ limit: 100, remaining: 50, reset: 30_000, window: 60_000 },
		],
		[
			'with several policies, the strictest of which counts',
			{
				ratelimit: '"burst";r=2;t=5, "daily";r=900;t=40000',
				'ratelimit-policy': '"burst";q=10;w=60, "daily";q=1000;w=86400',
			},
			{ limit: 10, remaining: 2, reset: 5_000, window: 86_400_000 },
		],
		['without sense', { ratelimit: 'r=many;t=-5', 'ratelimit-policy': 'soon' }, {}],
		['with other words', { ratelimit: 'limiter=3;rt=4', 'ratelimit-policy': 'aq=5;ww=6' }, {}],
		[
			'beside our own headers, which count',
			{ ratelimit: 'remaining=0, reset=30', 'x-ratelimit-remaining': '7', 'x-ratelimit-limit': '24' },
			{ limit: 24, remaining: 7, reset: 30_000 },
		],
	])('is read from the headers of the IETF %s', (_what, headers, limits) => {
		expect(rateLimitOf(headers, NOW)).toEqual({ ...nothing, ...limits });
	});
});

describe('the wait that an answer asks for', () => {
	it.each<[string, number, Record<string, string>, number | undefined]>([
		['none', 429, {}, undefined],
		['seconds', 503, { 'retry-after': '2' }, 2_000],
		['parts of seconds', 429, { 'retry-after': '0.25' }, 250],
		['the longer one of several', 429, { 'retry-after': '2, 5' }, 5_000],
		['a date', 429, { 'retry-after': new Date(NOW + 7_000).toUTCString() }, 7_000],
		['a date that is over', 429, { 'retry-after': new Date(NOW - 7_000).toUTCString() }, undefined],
		['no time at all', 429, { 'retry-after': '0' }, undefined],
		[
			'no time, whatever its reset says',
			429,
			{ 'retry-after': '0', 'x-ratelimit-reset': String(SECONDS + 9) },
			undefined,
		],
		['what makes no sense', 429, { 'retry-after': '-5' }, undefined],
		['its reset, where that is all it says', 429, { 'x-ratelimit-reset': String(SECONDS + 9) }, 9_000],
		[
			'its reset, beside what makes no sense',
			429,
			{ 'retry-after': 'soon', 'x-ratelimit-reset': String(SECONDS + 9) },
			9_000,
		],
		['its reset, where that can only be seconds from now', 429, { 'x-ratelimit-reset': '30' }, 30_000],
		['a reset that is over', 429, { 'x-ratelimit-reset': '1000000000' }, undefined],
		['no time, by its reset', 429, { 'x-ratelimit-reset': '0' }, undefined],
		['a reset of now', 429, { 'x-ratelimit-reset': String(SECONDS) }, undefined],
		[
			'no reset of an answer that turned nothing away',
			503,
			{ 'x-ratelimit-reset': String(SECONDS + 9) },
			undefined,
		],
	])('%s', (_what, status, headers, wait) => expect(retryAfter(answer(status, headers), NOW)).toBe(wait));

	it.each<[string, Record<string, string>, unknown, number | undefined]>([
		['as a number', {}, { retryAfter: 7 }, 7_000],
		['as text', {}, { retryAfter: '7' }, 7_000],
		['in the details', {}, { error: 'Too Many Requests', details: { retryAfter: 7, limit: 24 } }, 7_000],
		['at the top before the details', {}, { retryAfter: 3, details: { retryAfter: 7 } }, 3_000],
		['before the reset of the limit', { 'x-ratelimit-reset': '9' }, { retryAfter: 7 }, 7_000],
		['after the header', { 'retry-after': '2' }, { retryAfter: 7 }, 2_000],
		['as no time, so that the reset counts', { 'x-ratelimit-reset': '9' }, { retryAfter: 0 }, 9_000],
		['without sense', {}, { retryAfter: { seconds: 7 } }, undefined],
		['below zero', {}, { retryAfter: -7 }, undefined],
		['as a list', {}, ['retryAfter', 7], undefined],
	])('stands in the body %s', (_what, headers, body, wait) => {
		expect(retryAfter({ ...answer(429, headers), body }, NOW)).toBe(wait);
		expect(retryAfter({ ...answer(503), body }, NOW)).toBeUndefined();
	});

	it('is counted from its own date', () => {
		const headers = {
			date: new Date(NOW - 60_000).toUTCString(),
			'retry-after': new Date(NOW - 50_000).toUTCString(),
		};
		expect(retryAfter(answer(429, headers), NOW)).toBe(10_000);
	});
});
