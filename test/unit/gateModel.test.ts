// Falls with nodes/RewardsEngagement/api/gate.ts and nodes/RewardsEngagement/api/room.ts.

import fc from 'fast-check';

import { Gate, LimitWait, MAX_WIDTH, type Leave } from '../../nodes/RewardsEngagement/api/gate';
import { MAX_CLOSED_MS } from '../../nodes/RewardsEngagement/api/room';
import { ENDED, NOT_SENT, type HttpResult } from '../../nodes/RewardsEngagement/api/http';
import type { ServiceError } from '../../sandbox/base/errors';
import { RateLimiter, type RateLimit } from '../../sandbox/base/rateLimit';
import { sizeOf } from '../harness/size';

const STORIES = sizeOf(60, 1_000);
const MINUTE = 60_000;
const NAP = 250;
/** The longest time between two requests that pass at an even pace, for a limit of one per minute. */
const PACE = MINUTE / 8;
/** The longest random part of a wait. */
const JITTER = 1_000;

const sleep = async (time: number) => await new Promise<void>((resolve) => setTimeout(resolve, time));
const answer = (status: number, headers: Record<string, string> = {}, body: unknown = {}): HttpResult => ({
	kind: 'response',
	status,
	headers,
	text: '',
	body,
});

/** Responses of a service, sensible or not. */
const results = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<HttpResult | undefined>(answer(200)) },
	fc
		.record({
			status: fc.constantFrom(200, 429, 503),
			remaining: fc.constantFrom('0', '1', '3', '-1', '99', 'many', '9'.repeat(30)),
			limit: fc.constantFrom('0', '1', '10', '0.5', '', '9'.repeat(30)),
			window: fc.constantFrom('0', '1', '60', '1000000000', ''),
			reset: fc.constantFrom('0', '1', '7', '3600', '1000000000', '99999999999', '9'.repeat(30), 'soon'),
			prefix: fc.constantFrom('x-', ''),
		})
		.map(({ status, prefix, ...values }) => {
			const headers = Object.entries(values).map(([name, value]) => [`${prefix}ratelimit-${name}`, value]);
			return answer(status, Object.fromEntries(headers) as Record<string, string>);
		}),
	fc
		.constantFrom('', '0', '1', '5', '600', '1000000000', '-3', '1.5', 'soon', '3, 4', '9'.repeat(400))
		.map((wait) => answer(429, { 'retry-after': wait })),
	fc.constantFrom(0, 2, 1e9).map((retryAfter) => answer(429, {}, { retryAfter })),
	fc.constantFrom(ENDED.time, { ...ENDED.time, reached: 'never' as const }, undefined),
);

const requests = fc.array(fc.record({ result: results, takes: fc.constantFrom(0, 20, 900, 15_000) }), {
	minLength: 1,
	maxLength: 12,
});
const stories = fc.array(
	fc.record({
		requests,
		startsAfter: fc.constantFrom(0, 0, 300, 7_000, 70_000),
		concurrency: fc.constantFrom(undefined, undefined, 1, 10),
		backoffLimit: fc.constantFrom(0, 500, 5_000, MINUTE, 60 * MINUTE),
		totalWait: fc.constantFrom(0, 1_000, MINUTE, 5 * MINUTE),
		canceledAfter: fc.constantFrom(undefined, undefined, 0, 100, 9_000),
	}),
	{ minLength: 1, maxLength: 12 },
);

const asksForWait = (result: HttpResult | undefined) =>
	result?.kind === 'response' &&
	(result.status === 429 ||
		Object.entries(result.headers).some(([name, value]) => /remaining/.test(name) && value === '0'));

type Story = typeof stories extends fc.Arbitrary<infer S> ? S : never;

async function play(story: Story) {
	const gate = new Gate();
	let [waiting, underWay, adaptive, widest] = [0, 0, 0, 5];
	/** Since when nothing was under way while something waited, and when a response last asked for a wait. */
	let [quietSince, askedAt] = [-Infinity, -Infinity];
	const checkWaiting = () => {
		const time = performance.now();
		if (waiting === 0 || underWay > 0) quietSince = time;
		const latest = Math.max(quietSince, askedAt + MAX_CLOSED_MS + JITTER + PACE);
		// No one waits while there is room.
		expect(time).toBeLessThanOrEqual(latest + 2 * NAP);
	};
	const ticker = setInterval(checkWaiting, NAP);
	const playRun = async ({ requests: all, startsAfter, canceledAfter, ...policy }: Story[number]) => {
		await sleep(startsAfter);
		const abort = new AbortController();
		const run = new LimitWait();
		if (canceledAfter !== undefined) setTimeout(() => abort.abort(), canceledAfter);
		const canceledAt = canceledAfter === undefined ? Infinity : performance.now() + canceledAfter;
		const send = async ({ result, takes }: Story[number]['requests'][number]) => {
			const since = performance.now();
			waiting++;
			const leave = await gate.enter({ run, signal: abort.signal, ...policy });
			waiting--;
			const time = performance.now();
			// A cancel ends all waits, and every wait ends.
			if (time > since) expect(time).toBeLessThanOrEqual(canceledAt);
			if (all.length === 1) expect(time - since).toBeLessThanOrEqual(policy.totalWait + NAP);
			if (typeof leave !== 'function') {
				if (leave === NOT_SENT) expect(abort.signal.aborted).toBe(true);
				return;
			}
			underWay++;
			const own = policy.concurrency === undefined ? 1 : 0;
			adaptive += own;
			expect(adaptive).toBeLessThanOrEqual(Math.min(widest, MAX_WIDTH));
			await sleep(takes);
			underWay--;
			adaptive -= own;
			if (result?.kind === 'response' && result.status < 429) widest++;
			quietSince = performance.now();
			if (asksForWait(result)) askedAt = quietSince;
			leave(result);
		};
		await Promise.all(all.map(send));
	};
	await Promise.all(story.map(playRun));
	clearInterval(ticker);
	return gate;
}

test("whatever comes, nobody waits while there is room, and everybody's wait ends", async () => {
	const property = fc.asyncProperty(stories, async (story) => {
		const gate = await play(story);
		expect(gate.isIdle).toBe(true);
		// After the longest closing, a request is sent at once.
		await sleep(MAX_CLOSED_MS + JITTER + PACE);
		const leave = await gate.enter({ run: new LimitWait(), backoffLimit: 0, totalWait: 0 });
		expect(leave).toBeInstanceOf(Function);
		(leave as Leave)(undefined);
		expect(gate.isIdle).toBe(true);
	});
	await fc.assert(property, { numRuns: STORIES });
});

describe('against a service that counts in a window that slides', () => {
	/** Sends requests through the gates of several processes, and repeats each refused one. */
	async function simulate(count: number, processes: number, rate: RateLimit) {
		const service = new RateLimiter(rate);
		const began = performance.now();
		const refusedAt: number[] = [];
		const failed: HttpResult[] = [];
		const respond = () => {
			try {
				return answer(200, service.take('realm'));
			} catch (error) {
				refusedAt.push(performance.now() - began);
				return answer(429, { ...(error as ServiceError).headers });
			}
		};
		const work = async (gate: Gate, run: LimitWait) => {
			for (;;) {
				const leave = await gate.enter({ run, backoffLimit: MINUTE, totalWait: 5 * MINUTE });
				if (typeof leave !== 'function') return failed.push(leave);
				await sleep(3);
				const result = respond();
				await sleep(3);
				leave(result);
				if (result.kind === 'response' && result.status === 200) return;
			}
		};
		const process = async () => {
			const [gate, run] = [new Gate(), new LimitWait()];
			await Promise.all(
				Array.from({ length: Math.ceil(count / processes) }, async () => await work(gate, run)),
			);
		};
		await Promise.all(Array.from({ length: processes }, process));
		const least =
			(Math.ceil((Math.ceil(count / processes) * processes) / rate.limit) - 1) * rate.windowSeconds * 1_000;
		const { length: late } = refusedAt.filter((time) => time > rate.windowSeconds * 1_000);
		return { failed, late, part: (performance.now() - began) / least };
	}

	it('1,000 requests need hardly more than the least time, and none is refused after the first window', async () => {
		const { failed, late, part } = await simulate(1_000, 1, { limit: 300, windowSeconds: 20 });
		expect({ failed, late }).toEqual({ failed: [], late: 0 });
		expect(part).toBeLessThan(1.05);
	});

	it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i processes share the least plan there is', async (processes) => {
		const { failed, part } = await simulate(480, processes, { limit: 24, windowSeconds: 60 });
		expect(failed).toEqual([]);
		expect(part).toBeLessThan(1.05);
	});
});

describe('many requests', () => {
	it('of one execution leave no listener on its signal', async () => {
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const removed = jest.spyOn(signal, 'removeEventListener');
		const [gate, run] = [new Gate(), new LimitWait()];
		const send = async () => {
			const leave = await gate.enter({ run, backoffLimit: MINUTE, totalWait: MINUTE, signal });
			await sleep(1);
			if (typeof leave === 'function') leave(answer(200));
			return typeof leave;
		};
		const ends = await Promise.all(Array.from({ length: 100_000 }, send));
		expect(new Set(ends)).toEqual(new Set(['function']));
		// A wait that was ended early forgets its execution a moment later.
		await sleep(300);
		expect(removed.mock.calls.length).toBe(added.mock.calls.length);
	});

	it('end at once on a cancel', async () => {
		const abort = new AbortController();
		const [gate, run] = [new Gate(), new LimitWait()];
		const waits = Array.from({ length: 10_000 }, async () => {
			return await gate.enter({ run, backoffLimit: MINUTE, totalWait: MINUTE, signal: abort.signal });
		});
		await sleep(1);
		abort.abort();
		const since = performance.now();
		const ends = await Promise.all(waits);
		expect(performance.now()).toBe(since);
		expect(ends.filter((end) => end === NOT_SENT)).toHaveLength(10_000 - 5);
		for (const end of ends) if (typeof end === 'function') end(undefined);
		expect(gate.isIdle).toBe(true);
	});
});
