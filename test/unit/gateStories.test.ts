// Falls with nodes/RewardsEngagement/api/gate.ts and nodes/RewardsEngagement/api/room.ts.

import { Readable } from 'node:stream';

import fc from 'fast-check';

import { Gate, gates, type Leave, LimitWait, MAX_WIDTH } from '../../nodes/RewardsEngagement/api/gate';
import { MAX_CLOSED_MS } from '../../nodes/RewardsEngagement/api/room';
import { type ApiContext, ENDED, type HttpResult, NOT_SENT } from '../../nodes/RewardsEngagement/api/http';
import { Client } from '../../nodes/RewardsEngagement/api/client';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import { sizeOf } from '../harness/size';
import type { ServiceError } from '../../sandbox/base/errors';
import { RateLimiter } from '../../sandbox/base/rateLimit';

describe('one gate', () => {
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
});

describe('the gates of several processes', () => {
	/** The lowest limit of the service. */
	const LIMIT = 24;
	const AWARDS = 480;
	/** Milliseconds of a request until the service counts it, and until its response arrives. */
	const ON_THE_WAY = 5;

	const award: OperationRequest = { method: 'POST', path: path`/awards`, policy: { effect: 'once' } };
	const sleep = async (time: number) => await new Promise((resolve) => setTimeout(resolve, time));

	beforeEach(() => gates.clear());

	interface Sharing {
		processes: number;
		windowSeconds: number;
		/** Milliseconds by which all processes but the first start later. */
		late: number;
	}

	/** Sends awards from processes that do not know of each other, one at a time in each. */
	async function share({ processes, windowSeconds, late }: Sharing) {
		const service = new RateLimiter({ limit: LIMIT, windowSeconds });
		const respond = () => {
			try {
				return { statusCode: 200, headers: service.take('realm') };
			} catch (error) {
				return { statusCode: 429, headers: { ...(error as ServiceError).headers } };
			}
		};
		const failed: string[] = [];
		const began = performance.now();
		const work = async (process: number) => {
			await sleep(process === 0 ? 0 : late + 20 * process);
			const context = {
				// Each address has a separate limiter, as each process has.
				getCredentials: () =>
					Promise.resolve({ baseUrl: `http://${process}.example`, apiKey: 'key-9f8e7d6c', realmId: 'r1' }),
				helpers: {
					httpRequestWithAuthentication: async () => {
						await sleep(ON_THE_WAY);
						const response = respond();
						await sleep(ON_THE_WAY);
						return { ...response, body: Readable.from([Buffer.from('{}')]) };
					},
				},
			} as unknown as ApiContext;
			const client = await Client.open(context);
			for (let number = process; number < AWARDS; number += processes) {
				await client.send(award).catch((error: Error) => failed.push(`${number}: ${error.message}`));
			}
		};
		await Promise.all(Array.from({ length: processes }, (_, process) => work(process)));
		return { failed, windows: (performance.now() - began) / (windowSeconds * 1_000) };
	}

	it.each([
		[4, 60, 300, 1.05],
		[8, 60, 2_000, 1.05],
		[8, 5, 0, 1.15],
	])(
		'%i processes share 24 requests in %i s, and none starves when the others start %i ms later',
		async (processes, windowSeconds, late, most) => {
			const { failed, windows } = await share({ processes, late, windowSeconds });
			expect(failed).toEqual([]);
			expect(windows).toBeLessThan((AWARDS / LIMIT - 1) * most);
		},
	);
});
