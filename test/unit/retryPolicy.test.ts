// Falls with nodes/RewardsEngagement/api/retryPolicy.ts.

import type { HttpResponse, HttpResult, NetworkError } from '../../nodes/RewardsEngagement/api/http';
import { outcomeOf } from '../../nodes/RewardsEngagement/api/outcome';
import {
	backoff,
	INTERACTIVE,
	isRefusedForLimit,
	isRetryable,
	UNATTENDED,
} from '../../nodes/RewardsEngagement/api/retryPolicy';

const answer = (status: number, changes: Partial<HttpResponse> = {}): HttpResponse => ({
	kind: 'response',
	status,
	headers: {},
	text: '{}',
	body: {},
	...changes,
});
const fault = (changes: Partial<NetworkError>): NetworkError => ({
	kind: 'networkError',
	reached: 'perhaps',
	isTransient: true,
	code: '',
	reason: '',
	...changes,
});

describe('the outcome of a request', () => {
	it.each([200, 201, 204])('%d: applied', (status) => expect(outcomeOf(answer(status))).toBe('applied'));

	it.each([400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 429, 431])('%d: not applied', (status) => {
		expect(outcomeOf(answer(status))).toBe('notApplied');
	});

	it.each([202, 302, 303, 406, 408, 409, 410, 412, 418, 500, 502, 503, 504])('%d: unknown', (status) => {
		expect(outcomeOf(answer(status))).toBe('unknown');
	});

	it('a success that is not JSON: unknown', () => {
		expect(outcomeOf(answer(200, { text: '<html>', body: undefined }))).toBe('unknown');
	});

	it('no connection: not applied; a connection that broke: unknown', () => {
		expect(outcomeOf(fault({ reached: 'never' }))).toBe('notApplied');
		expect(outcomeOf(fault({ reached: 'perhaps' }))).toBe('unknown');
	});
});

describe('a repeat', () => {
	const passing: HttpResult[] = [
		answer(429),
		answer(500),
		answer(503),
		fault({}),
		fault({ reached: 'never' }),
	];

	it.each(['read', 'replace'] as const)('of effect %s follows every passing trouble', (effect) => {
		expect(passing.every((result) => isRetryable({ effect }, result))).toBe(true);
	});

	it('of effect once follows only what surely was not applied', () => {
		expect(passing.map((result) => isRetryable({ effect: 'once' }, result))).toEqual([
			true,
			false,
			false,
			false,
			true,
		]);
	});

	it('of effect once does not follow a refusal that tells of parts of the request', () => {
		const told: unknown[] = [];
		const tellsOfParts = (body: unknown) => told.push(body) > 0;
		const again = passing.map((result) => isRetryable({ effect: 'once', tellsOfParts }, result));
		expect(again).toEqual([false, false, false, false, true]);
		expect(told).toEqual([{}]);
		expect(isRetryable({ effect: 'replace', tellsOfParts }, answer(429))).toBe(true);
		expect(isRetryable({ effect: 'once', tellsOfParts: () => false }, answer(429))).toBe(true);
	});

	it.each([200, 400, 401, 403, 404, 409, 422])('never follows %d', (status) => {
		expect(isRetryable({ effect: 'read' }, answer(status))).toBe(false);
	});
});

describe('the wait before a repeat', () => {
	const now = Date.parse('2026-03-01T09:30:00Z');
	/** Without the random part of a wait that the service asks for. */
	const wait = (headers: Record<string, string>, status = 429) =>
		Math.max(500, backoff(1, answer(status, { headers }), now, 0));

	it('is what Retry-After says in seconds', () => expect(wait({ 'retry-after': '7' })).toBe(7_000));

	it.each([
		['a twentieth', '10', 10_500],
		['a second at the most', '40', 41_000],
		['nothing above the longest wait', '60', 60_000],
		['nothing where the service asks for more than that', '61', 61_000],
	])('has up to %s added after a refusal for the limit', (_what, value, expected) => {
		const after = (status: number) => answer(status, { headers: { 'retry-after': value } });
		expect(backoff(1, after(429), now, 1, 60_000)).toBe(expected);
		expect(backoff(1, after(503), now, 1, 60_000)).toBe(Number(value) * 1_000);
	});

	it('is what Retry-After says as a date', () => {
		expect(wait({ 'retry-after': 'Sun, 01 Mar 2026 09:30:20 GMT' })).toBe(20_000);
	});

	it.each(['0', '-5', '0.001', 'Sun, 01 Mar 2026 09:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
		'is never less than without a header (Retry-After: %s)',
		(value) => {
			expect(wait({ 'retry-after': value })).toBe(500);
			expect(wait({ 'retry-after': value }, 503)).toBe(500);
		},
	);

	it('is never less than without a header when the limit was reset already', () => {
		expect(wait({ 'x-ratelimit-reset': String(now / 1000 - 3) })).toBe(500);
	});

	it.each<[string, number]>([
		['1.5', 1_500],
		[' 7 ', 7_000],
		['3, 7', 7_000],
		['3,7', 7_000],
		['1000000000', 1e12],
	])('is what Retry-After: %s says', (value, expected) => {
		expect(wait({ 'retry-after': value })).toBe(expected);
	});

	it.each([
		'',
		'soon',
		'1e3',
		'0x10',
		'Infinity',
		'NaN',
		'7 seconds',
		'7, soon',
		'9'.repeat(400),
		'[object Object]',
		'undefined',
	])('ignores Retry-After: %s', (value) => expect(wait({ 'retry-after': value })).toBe(500));

	it('understands a reset in milliseconds', () => {
		expect(wait({ 'x-ratelimit-reset': String(now + 3_000) })).toBe(3_000);
	});

	it('lasts to the reset of the limit when there is no Retry-After', () => {
		expect(wait({ 'x-ratelimit-reset': String(now / 1000 + 3) })).toBe(3_000);
	});

	it('ignores a Retry-After that is neither', () => expect(wait({ 'retry-after': 'soon' })).toBe(500));

	it('otherwise is a random share of a span that doubles', () => {
		const spans = [1, 2, 3, 4].map((attempt) => backoff(attempt, answer(500), now, 1));
		expect(spans).toEqual([1_000, 2_000, 4_000, 8_000]);
		expect(backoff(4, answer(500), now, 0)).toBe(0);
	});

	it('has a span that grows no longer than the longest wait', () => {
		expect(backoff(20, answer(500), now, 1, 60_000)).toBe(60_000);
		expect(backoff(20, answer(500), now, 0.5, 60_000)).toBe(30_000);
	});
});

it('a refusal for the limit is an answer with 429, and nothing else', () => {
	expect([answer(429), answer(500), fault({})].map(isRefusedForLimit)).toEqual([true, false, false]);
});

it('a request that took too long on the way is sent again, where that does no harm', () => {
	expect(isRetryable({ effect: 'read' }, answer(408))).toBe(true);
	expect(isRetryable({ effect: 'once' }, answer(408))).toBe(false);
});

it('a wait after no answer at all is a share of the span', () => {
	expect(backoff(1, fault({}), 0, 0.5)).toBe(500);
});

it('a workflow is patient and keeps to the limit; for a person it is tried twice, within seconds', () => {
	expect(UNATTENDED).toEqual({
		attempts: 5,
		isPatientInCrowd: true,
		maximumWait: 60_000,
		maximumTotalWait: 300_000,
		timeout: 30_000,
		isLimited: true,
	});
	expect(INTERACTIVE).toEqual({
		attempts: 2,
		maximumWait: 2_000,
		maximumTotalWait: 2_000,
		timeout: 15_000,
		isLimited: false,
	});
});
