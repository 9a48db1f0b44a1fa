// Falls with nodes/RewardsEngagement/api/retry.ts.

import type { HttpResponse, HttpResult, NetworkError } from '../../nodes/RewardsEngagement/api/http';
import type { Effect } from '../../nodes/RewardsEngagement/api/request';
import {
	backoff,
	checkPolicy,
	isRefusedForLimit,
	POLICIES,
	pollPolicy,
	shouldRetry,
	type RetryPolicy,
} from '../../nodes/RewardsEngagement/api/retry';

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
