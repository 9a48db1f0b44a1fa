// Falls with nodes/RewardsEngagement/api/retry.ts and nodes/RewardsEngagement/api/rateLimit.ts.

import type { HttpResponse, HttpResult, NetworkError } from '../../nodes/RewardsEngagement/api/http';
import type { Effect } from '../../nodes/RewardsEngagement/api/request';
import {
	backoff,
	checkPolicy,
	isRefusedForLimit,
	POLICIES,
	pollPolicy,
	type RetryPolicy,
	shouldRetry,
} from '../../nodes/RewardsEngagement/api/retry';
import { type RateLimit, rateLimitOf, retryAfter } from '../../nodes/RewardsEngagement/api/rateLimit';

const answer = (status: number, headers: Record<string, string> = {}, body: unknown = {}): HttpResponse => ({
	kind: 'response',
	status,
	headers,
	text: JSON.stringify(body),
	body,
});
const fault = (changes: Partial<NetworkError> = {}): NetworkError => ({
	kind: 'networkError',
	reached: 'perhaps',
	isTransient: true,
	code: '',
	reason: '',
	...changes,
});
const unsent = fault({ reached: 'never' });
const final = fault({ reached: 'never', isTransient: false });

/** What is sent again on the first attempt of two. */
const again = (result: HttpResult, effect: Effect) => shouldRetry(result, { effect }, 1, { maxAttempts: 2 });

describe('a request is sent again', () => {
	it.each<[string, HttpResult, read: boolean, once: boolean]>([
		['after a refusal for the limit', answer(429), true, true],
		['if no connection was made', unsent, true, true],
		['not if it could never be sent', final, false, false],
		['after a connection that broke, unless it acts once', fault(), true, false],
		['after a timeout on the way, unless it acts once', answer(408), true, false],
		['after an error of the server, unless it acts once', answer(500), true, false],
		['after an error of a proxy, unless it acts once', answer(504), true, false],
		...[200, 202, 302, 400, 401, 403, 404, 409, 422, 499].map(
			(status): [string, HttpResult, boolean, boolean] => [
				`not after ${status}`,
				answer(status),
				false,
				false,
			],
		),
	])('%s', (_when, result, read, once) => {
		expect([again(result, 'read'), again(result, 'replace'), again(result, 'once')]).toEqual([
			read,
			read,
			once,
		]);
	});

	it('as often as the policy says, without refusals for the limit', () => {
		const at = (result: HttpResult, attempts: number, policy: Partial<RetryPolicy> = {}) =>
			shouldRetry(result, { effect: 'once' }, attempts, { maxAttempts: 3, ...policy });
		expect([at(unsent, 2), at(unsent, 3)]).toEqual([true, false]);
		expect([at(answer(429), 2), at(answer(429), 300)]).toEqual([true, true]);
		const counted = { countsRefusals: true };
		expect([at(answer(429), 2, counted), at(answer(429), 3, counted)]).toEqual([true, false]);
	});

	it('not if it acts once and a part of it may have been taken', () => {
		const facts = { tellsOfParts: (body: unknown) => 'rows' in (body as object) };
		const refused = answer(429, {}, { rows: [] });
		const policy = { maxAttempts: 2 };
		expect(shouldRetry(refused, { effect: 'once', ...facts }, 1, policy)).toBe(false);
		expect(shouldRetry(refused, { effect: 'read', ...facts }, 1, policy)).toBe(true);
		expect(shouldRetry(answer(429), { effect: 'once', ...facts }, 1, policy)).toBe(true);
	});
});

it('a refusal for the limit is a 429, and nothing else', () => {
	const results = [answer(429), answer(503), answer(200), fault()];
	expect(results.map(isRefusedForLimit)).toEqual([true, false, false, false]);
});

describe('the backoff', () => {
	let random: jest.SpyInstance;
	beforeEach(() => void (random = jest.spyOn(Math, 'random').mockReturnValue(1)));
	afterEach(() => random.mockRestore());

	it('is a random share of a span that doubles', () => {
		const spans = [1, 2, 3, 4].map((attempts) => backoff(attempts, answer(500), 60_000));
		expect(spans).toEqual([1_000, 2_000, 4_000, 8_000]);
		random.mockReturnValue(0.25);
		expect(backoff(3, fault(), 60_000)).toBe(1_000);
	});

	it('has a span that never passes its limit', () => expect(backoff(30, answer(500), 7_000)).toBe(7_000));

	it.each([
		['2', 1_000],
		['30', 30_000],
		['90', 90_000],
	])('is at least what the service asks for: %s s', (asked, least) => {
		expect(backoff(1, answer(503, { 'retry-after': asked }), 60_000)).toBeGreaterThanOrEqual(least);
	});
});

describe('the policies', () => {
	const [, ...others] = Object.entries<RetryPolicy>(POLICIES);

	it('let a workflow wait for five minutes at the gate', () => {
		expect(POLICIES.unattended).toMatchObject({ maxAttempts: 5, totalWait: 300_000, isGated: true });
	});

	it.each(others)(
		'let nobody who waits for %s wait at the gate, or longer than half a minute',
		(_name, policy) => {
			const { isGated, maxAttempts, timeout, totalWait, totalTime = Infinity } = policy;
			expect(isGated).toBe(false);
			expect(Math.min(totalTime, maxAttempts * timeout + totalWait)).toBeLessThanOrEqual(32_000);
		},
	);

	it.each([8_000, 240_000])('end a request that a poll of %i ms starts in its first half', (time) => {
		const { maxAttempts, timeout, totalWait } = pollPolicy(time);
		expect(maxAttempts * timeout + totalWait).toBeLessThanOrEqual(time / 2);
	});

	it('have a check wait no longer than the user allows, and not for the limit', () => {
		const { unattended } = POLICIES;
		expect(checkPolicy(unattended)).toEqual({
			...unattended,
			maxAttempts: 2,
			backoffLimit: 1_000,
			totalWait: 1_000,
			totalTime: unattended.timeout,
			isGated: false,
		});
		const hurried = { ...unattended, maxAttempts: 1, backoffLimit: 5, totalWait: 7, timeout: 9 };
		expect(checkPolicy(hurried)).toEqual({ ...hurried, totalTime: 9, isGated: false });
	});
});

describe('the rate limit', () => {
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
			expect(rateLimitOf(headers, NOW)).toEqual({
				limit: 50,
				remaining: 7,
				reset: 30_000,
				window: 3_600_000,
			});
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

		it.each<[string, string, number, number]>([
			['in seconds', String(SECONDS + 5), NOW, 5_000],
			['that is over', String(SECONDS - 5), NOW, 0],
			['that is the first to be in milliseconds', '100000000000', 0, 100_000_000_000],
			['that is the last to be in seconds', '99999999999', 0, 99_999_999_999_000],
		])('has a reset %s', (_what, reset, now, wait) => {
			expect(rateLimitOf({ 'x-ratelimit-reset': reset }, now).reset).toBe(wait);
		});

		it.each<[string, number, number]>([
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
			[
				'none, although its limit is reset later',
				429,
				{ 'retry-after': '0', 'x-ratelimit-reset': String(SECONDS + 9) },
				undefined,
			],
			['the longer one of several', 429, { 'retry-after': '2, 5' }, 5_000],
			['a date', 429, { 'retry-after': new Date(NOW + 7_000).toUTCString() }, 7_000],
			['its reset, where that is all it says', 429, { 'x-ratelimit-reset': String(SECONDS + 9) }, 9_000],
			[
				'its reset, beside what makes no sense',
				429,
				{ 'retry-after': 'soon', 'x-ratelimit-reset': String(SECONDS + 9) },
				9_000,
			],
			['its reset, where that can only be seconds from now', 429, { 'x-ratelimit-reset': '30' }, 30_000],
			['a reset that is over', 429, { 'x-ratelimit-reset': '1000000000' }, undefined],
			[
				'no reset of an answer that turned nothing away',
				503,
				{ 'x-ratelimit-reset': String(SECONDS + 9) },
				undefined,
			],
		])('%s', (_what, status, headers, wait) => expect(retryAfter(answer(status, headers), NOW)).toBe(wait));

		it.each<[string, Record<string, string>, unknown, number | undefined]>([
			['as a number', {}, { retryAfter: 7 }, 7_000],
			['in the details', {}, { error: 'Too Many Requests', details: { retryAfter: 7, limit: 24 } }, 7_000],
			['at the top before the details', {}, { retryAfter: 3, details: { retryAfter: 7 } }, 3_000],
			['before the reset of the limit', { 'x-ratelimit-reset': '9' }, { retryAfter: 7 }, 7_000],
			['after the header', { 'retry-after': '2' }, { retryAfter: 7 }, 2_000],
			['as no time, so that the reset counts', { 'x-ratelimit-reset': '9' }, { retryAfter: 0 }, 9_000],
			['without sense', {}, { retryAfter: { seconds: 7 } }, undefined],
			['below zero', {}, { retryAfter: -7 }, undefined],
		])('stands in the body %s', (_what, headers, body, wait) => {
			expect(retryAfter({ ...answer(429, headers), body }, NOW)).toBe(wait);
			expect(retryAfter({ ...answer(503), body }, NOW)).toBeUndefined();
		});
	});
});
