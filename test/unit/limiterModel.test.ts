// Falls with nodes/RewardsEngagement/api/concurrencyLimiter.ts and nodes/RewardsEngagement/api/rateGate.ts.

import fc from 'fast-check';

import type { HttpResponse, HttpResult } from '../../nodes/RewardsEngagement/api/http';
import {
	ConcurrencyLimiter,
	limiterOf,
	limiters,
	MAX_LIMITERS,
	type Slot,
} from '../../nodes/RewardsEngagement/api/concurrencyLimiter';
import { MAX_CLOSED_MS } from '../../nodes/RewardsEngagement/api/rateGate';
import { MAX_NAP_MS } from '../../nodes/RewardsEngagement/api/wait';
import { RateLimiter, type RateLimit } from '../../sandbox/base/rateLimit';
import { ServiceError } from '../../sandbox/base/errors';
import { sizeOf } from '../harness/size';

/** The number of sequences of steps. */
const RUNS = sizeOf(60, 1_000);
const MINUTE = 60_000;
/** Far more than any simulation needs. The clock does not wait. */
const MOST_SIMULATED_MS = 60 * MINUTE;
const MAX_CONCURRENT = 100;
const kind = {};
const started = Date.parse('2026-03-01T12:00:00Z');

beforeEach(() => jest.useFakeTimers({ now: started, doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

const answer = (status: number, headers: Record<string, string> = {}): HttpResponse => ({
	kind: 'response',
	status,
	headers,
	text: '{}',
	body: {},
});
const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** Possible responses of a service, sensible or not. */
const answers = fc.oneof(
	{ weight: 6, arbitrary: fc.constant(answer(200)) },
	fc
		.tuple(
			fc.constantFrom(200, 429, 503),
			fc.constantFrom('0', '1', '3', '-1', '99', 'many', '9'.repeat(30)),
			fc.constantFrom('0', '1', '10', '0.5', '', '9'.repeat(30)),
			fc.constantFrom('0', '1', '60', '1000000000', ''),
			fc.constantFrom(-5_000, 0, 700, 7_000, 3_600_000, 1e15),
			fc.boolean(),
		)
		.map(([status, remaining, limit, window, reset, inMilliseconds]) => {
			const moment = started + reset;
			return answer(status, {
				'x-ratelimit-remaining': remaining,
				'x-ratelimit-limit': limit,
				'x-ratelimit-window': window,
				'x-ratelimit-reset': String(inMilliseconds ? moment : Math.ceil(moment / 1000)),
			});
		}),
	fc
		.constantFrom('0', '1', '5', '600', '1000000000', '-3', '1.5', 'soon', '3, 4', '9'.repeat(400))
		.map((wait) => answer(429, { 'retry-after': wait })),
	fc.constant<HttpResult>({
		kind: 'networkError',
		reached: 'perhaps',
		isTransient: true,
		code: 'ECONNRESET',
		reason: '',
	}),
	fc.constant(undefined),
);

interface Request {
	isFree: boolean;
	maximumTotalWait: number;
	since: number;
	abort: AbortController;
	slot?: Slot;
	end?: HttpResult;
	isOver?: true;
	endedAt?: number;
}

/** A limiter with its requests, and the rules that must hold after every step. */
class Model {
	readonly limiter = new ConcurrencyLimiter();

	readonly requests: Request[] = [];

	/** Requests with the same patience, in the order of getting a slot. */
	readonly entered: number[] = [];

	acquire(isFree: boolean, maximumWait: number, maximumTotalWait: number): void {
		const abort = new AbortController();
		const request: Request = { isFree, maximumTotalWait, since: performance.now(), abort };
		const index = this.requests.push(request) - 1;
		void this.limiter.acquire({ isFree, maximumWait, maximumTotalWait, signal: abort.signal }).then((end) => {
			request.endedAt = performance.now();
			if (end.kind !== 'slot') return (request.end = end);
			this.entered.push(index);
			return (request.slot = end);
		});
	}

	get waiting(): Request[] {
		return this.requests.filter(({ endedAt }) => endedAt === undefined);
	}

	get inFlight(): Request[] {
		return this.requests.filter(({ slot, isOver }) => slot && !isOver);
	}

	release(choice: number, result: HttpResult | undefined): void {
		const request = this.inFlight[choice % (this.inFlight.length || 1)];
		if (!request?.slot) return;
		request.isOver = true;
		this.limiter.release(request.slot, result, kind);
	}

	async check(): Promise<void> {
		await settle();
		const { gate } = this.limiter as unknown as { gate: { isOpen: boolean } };
		const now = performance.now();
		const adaptive = this.inFlight.filter(({ isFree }) => !isFree).length;
		expect(adaptive).toBeLessThanOrEqual(MAX_CONCURRENT);
		for (const request of this.waiting) {
			if (gate.isOpen) expect(!request.isFree && adaptive >= this.limiter.capacity).toBe(true);
			expect(request.abort.signal.aborted).toBe(false);
			expect(now).toBeLessThanOrEqual(request.since + request.maximumTotalWait + 1);
		}
	}
}

/** Steps are data, so that a counterexample is readable and can be shrunk. */
const steps = fc.array(
	fc.oneof(
		{
			weight: 5,
			arbitrary: fc.record({
				do: fc.constant('acquire' as const),
				isFree: fc.boolean(),
				maximumWait: fc.constantFrom(0, 500, 5_000, MINUTE, 60 * MINUTE),
				maximumTotalWait: fc.constantFrom(0, 1_000, MINUTE, 5 * MINUTE),
			}),
		},
		{
			weight: 5,
			arbitrary: fc.record({ do: fc.constant('release' as const), choice: fc.nat(), result: answers }),
		},
		fc.record({ do: fc.constant('cancel' as const), choice: fc.nat() }),
		fc.record({
			do: fc.constant('pass' as const),
			time: fc.constantFrom(1, 20, 300, 1_100, 10_000, 61_000),
		}),
		fc.record({ do: fc.constant('setClock' as const), by: fc.constantFrom(-3_600_000, 3_600_000) }),
	),
	{ maxLength: 100, size: 'max' },
);

test("whatever happens, nobody waits while there is room, and everybody's wait ends", async () => {
	const property = fc.asyncProperty(steps, async (all) => {
		const model = new Model();
		for (const step of all) {
			if (step.do === 'acquire') model.acquire(step.isFree, step.maximumWait, step.maximumTotalWait);
			if (step.do === 'release') model.release(step.choice, step.result);
			if (step.do === 'cancel') {
				const request = model.waiting[step.choice % (model.waiting.length || 1)];
				request?.abort.abort();
				await settle();
				if (request) expect(request.end).toMatchObject({ code: 'ERR_CANCELED', reached: 'never' });
			}
			if (step.do === 'pass') await jest.advanceTimersByTimeAsync(step.time);
			if (step.do === 'setClock') jest.setSystemTime(Date.now() + step.by);
			await model.check();
		}
		// The service works again, and responds within 20 ms.
		for (let round = 0; round < 5_000 && model.waiting.length + model.inFlight.length > 0; round++) {
			while (model.inFlight.length > 0) model.release(0, answer(200));
			await jest.advanceTimersByTimeAsync(round < 100 ? 20 : 1_000);
			await model.check();
		}
		expect(model.waiting).toEqual([]);
		expect(model.limiter.isIdle).toBe(true);
		// A request after the longest closing is sent at once.
		await jest.advanceTimersByTimeAsync(MAX_CLOSED_MS);
		model.acquire(false, 0, 1_000);
		await model.check();
		expect(model.requests.at(-1)?.slot).toBeDefined();
	});
	await fc.assert(property, { numRuns: RUNS });
}, 120_000);

test('slots are given in the order in which they were asked for', async () => {
	const releases = fc.array(fc.record({ choice: fc.nat(), result: answers, pass: fc.nat(2_000) }), {
		minLength: 20,
		maxLength: 60,
		size: 'max',
	});
	const property = fc.asyncProperty(releases, async (all) => {
		const model = new Model();
		for (let count = 0; count < 40; count++) model.acquire(false, MINUTE, 5 * MINUTE);
		for (const { choice, result, pass } of all) {
			model.release(choice, result);
			await jest.advanceTimersByTimeAsync(pass);
			expect(model.entered).toEqual([...model.entered].sort((a, b) => a - b));
		}
	});
	await fc.assert(property, { numRuns: 15 });
}, 60_000);

describe('against a service that counts in a window that slides', () => {
	/** Sends requests with limited concurrency, repeats each refused one, and returns statistics. */
	async function simulate(count: number, width: number, rate: RateLimit) {
		const limiter = new ConcurrencyLimiter();
		const service = new RateLimiter(rate);
		const began = performance.now();
		let [next, succeeded, refused, over] = [0, 0, 0, 0];
		const respond = () => {
			try {
				return answer(200, service.take('realm'));
			} catch (error) {
				return answer(429, { ...(error as ServiceError).headers });
			}
		};
		const delay = async (time: number) => await new Promise((resolve) => setTimeout(resolve, time));
		const work = async () => {
			while (next++ < count) {
				for (let isDone = false; !isDone;) {
					const slot = await limiter.acquire({
						isFree: false,
						maximumWait: MINUTE,
						maximumTotalWait: 60 * MINUTE,
					});
					if (slot.kind !== 'slot') throw new Error('A request was not sent');
					await delay(3);
					const result = respond();
					await delay(3);
					limiter.release(slot, result, kind);
					isDone = result.status === 200;
					if (!isDone) await delay(1_000);
					if (isDone) succeeded++;
					else refused++;
				}
			}
			over++;
		};
		for (let worker = 0; worker < width; worker++) void work();
		const latest = began + MOST_SIMULATED_MS;
		while (over < width && performance.now() < latest) await jest.advanceTimersByTimeAsync(50);
		expect(over).toBe(width);
		return { succeeded, refused, time: performance.now() - began };
	}

	it('1,000 requests, one at a time, need hardly more than the least time, and none is refused', async () => {
		const { succeeded, refused, time } = await simulate(1_000, 1, { limit: 300, windowSeconds: 20 });
		expect({ succeeded, refused }).toEqual({ succeeded: 1_000, refused: 0 });
		expect(time).toBeLessThan(1.05 * 60_000);
	});

	it('1,000 requests, as many at a time as it takes, do so too', async () => {
		const { succeeded, refused, time } = await simulate(1_000, MAX_CONCURRENT, {
			limit: 300,
			windowSeconds: 20,
		});
		expect(succeeded).toBe(1_000);
		expect(refused).toBeLessThan(10);
		expect(time).toBeLessThan(1.05 * 60_000);
	});

	it('200 requests under 24 a minute, the least plan there is, all succeed', async () => {
		const { succeeded, refused, time } = await simulate(200, MAX_CONCURRENT, {
			limit: 24,
			windowSeconds: 60,
		});
		expect(succeeded).toBe(200);
		expect(refused).toBeLessThan(20);
		expect(time).toBeLessThan(1.05 * 8 * MINUTE);
	});
});

describe('many of them', () => {
	it('a hundred thousand waits of one execution put one listener on its signal', async () => {
		const abort = new AbortController();
		const add = jest.spyOn(abort.signal, 'addEventListener');
		const limiter = new ConcurrencyLimiter();
		const wait = async () => {
			const request = { isFree: false, maximumWait: MINUTE, maximumTotalWait: MINUTE, signal: abort.signal };
			const slot = await limiter.acquire(request);
			if (slot.kind === 'slot') limiter.release(slot, answer(200), kind);
			return slot.kind;
		};
		const ends = await Promise.all(Array.from({ length: 100_000 }, wait));
		expect(new Set(ends)).toEqual(new Set(['slot']));
		expect(add).toHaveBeenCalledTimes(1);
	});

	it('a cancel ends ten thousand waits at once', async () => {
		const abort = new AbortController();
		const limiter = new ConcurrencyLimiter();
		const request = { isFree: false, maximumWait: MINUTE, maximumTotalWait: MINUTE, signal: abort.signal };
		const waits = Array.from({ length: 10_000 }, async () => await limiter.acquire(request));
		abort.abort();
		const ends = await Promise.all(waits);
		expect(ends.filter((end) => end.kind === 'slot')).toHaveLength(5);
		const [slot] = ends as [Slot];
		limiter.release(slot, undefined, kind);
		expect(await limiter.acquire({ ...request, signal: undefined })).toMatchObject({ kind: 'slot' });
	});

	it('realms that nobody asks any more are forgotten, but none in use', async () => {
		const connection = { baseUrl: 'http://127.0.0.1' } as Parameters<typeof limiterOf>[0];
		const used = limiterOf(connection, 'in use');
		await used.acquire({ isFree: false, maximumWait: 0, maximumTotalWait: 0 });
		for (let realm = 0; realm < 5 * MAX_LIMITERS; realm++) limiterOf(connection, `realm ${realm}`);
		expect(limiters.size).toBe(MAX_LIMITERS);
		expect(limiterOf(connection, 'in use')).toBe(used);
		limiters.clear();
	});

	it('what is left of a wait that was cancelled is soon gone', async () => {
		const abort = new AbortController();
		const limiter = new ConcurrencyLimiter();
		const first = (await limiter.acquire({ isFree: false, maximumWait: 0, maximumTotalWait: 0 })) as Slot;
		limiter.release(first, answer(429, { 'retry-after': '50' }), kind);
		const request = { isFree: false, maximumWait: MINUTE, maximumTotalWait: MINUTE, signal: abort.signal };
		const waiting = limiter.acquire(request);
		abort.abort();
		await waiting;
		await jest.advanceTimersByTimeAsync(MAX_NAP_MS);
		expect(jest.getTimerCount()).toBe(0);
	});
});
