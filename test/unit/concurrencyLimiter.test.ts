// Falls with nodes/RewardsEngagement/api/concurrencyLimiter.ts.

import type { HttpResponse, HttpResult } from '../../nodes/RewardsEngagement/api/http';
import { WaitClock } from '../../nodes/RewardsEngagement/api/waitClock';
import {
	ConcurrencyLimiter,
	type Slot,
	type SlotRequest,
} from '../../nodes/RewardsEngagement/api/concurrencyLimiter';

const MINUTE = 60_000;
const kind = {};
const started = Date.parse('2026-03-01T12:00:00Z');

beforeEach(() => jest.useFakeTimers({ now: started, doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

const answer = (headers: Record<string, string> = {}, status = 200): HttpResponse => ({
	kind: 'response',
	status,
	headers,
	text: '{}',
	body: {},
});
const limited = (remaining: number, resetIn: number, limit = 10) =>
	answer({
		'x-ratelimit-limit': String(limit),
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-reset': String(Math.ceil((Date.now() + resetIn) / 1000)),
		'x-ratelimit-window': '60',
	});

const patient = { isFree: false, maximumWait: MINUTE, maximumTotalWait: 5 * MINUTE };

const slotOf = (end: Slot | HttpResult): Slot => {
	if (end.kind !== 'slot') throw new Error(`No slot, but ${JSON.stringify(end)}`);
	return end;
};

/** Moves the clock until a wait is over. */
async function end<T>(waiting: Promise<T>): Promise<T> {
	let isOver = false;
	const over = waiting.finally(() => (isOver = true));
	while (!(await isSettled(over)) && !isOver) await jest.advanceTimersToNextTimerAsync();
	return await over;
}

async function isSettled(waiting: Promise<unknown>): Promise<boolean> {
	const later = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
	return await Promise.race([waiting.then(() => true), later]);
}

/** Takes a slot, and returns how many milliseconds it waited. */
async function enter(pace: ConcurrencyLimiter, more: Partial<SlotRequest> = {}) {
	const since = performance.now();
	const slot = slotOf(await end(pace.acquire({ ...patient, ...more })));
	return { slot, waited: performance.now() - since };
}

/** Sends one request that takes 20 ms. Returns how many milliseconds it waited. */
async function ask(pace: ConcurrencyLimiter, give: () => HttpResult = answer): Promise<number> {
	const { slot, waited } = await enter(pace);
	jest.advanceTimersByTime(20);
	pace.release(slot, give(), kind);
	return waited;
}

/** The number of slots available at the same time. */
async function widthOf(pace: ConcurrencyLimiter): Promise<number> {
	for (let width = 0; ; width++) {
		if (!(await isSettled(pace.acquire(patient).then(slotOf)))) return width;
	}
}

it('begins with five requests at a time', async () =>
	expect(await widthOf(new ConcurrencyLimiter())).toBe(5));

it('takes more at a time while answers come quickly, up to a bound', async () => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 10; i++) await ask(pace);
	expect(await widthOf(pace)).toBe(15);
	const other = new ConcurrencyLimiter();
	for (let i = 0; i < 500; i++) await ask(other);
	expect(await widthOf(other)).toBe(100);
});

it.each<[string, () => HttpResult]>([
	['turned one away', () => answer({}, 429)],
	['had a problem', () => answer({}, 503)],
	[
		'broke a connection',
		() => ({ kind: 'networkError', reached: 'perhaps', isTransient: true, code: 'ECONNRESET', reason: '' }),
	],
])('halves the number when the service %s', async (_what, give) => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 15; i++) await ask(pace);
	await ask(pace, give);
	expect(await widthOf(pace)).toBe(10);
});

it('halves the number when an answer takes far longer than others of its kind', async () => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 15; i++) await ask(pace);
	const { slot } = await enter(pace);
	jest.advanceTimersByTime(2_000);
	pace.release(slot, answer(), kind);
	expect(await widthOf(pace)).toBe(10);
});

it('takes no slow kind of request for a service under strain', async () => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 15; i++) await ask(pace);
	const { slot } = await enter(pace);
	jest.advanceTimersByTime(2_000);
	pace.release(slot, answer(), {});
	expect(await widthOf(pace)).toBe(21);
});

it('asks fewer at a time as the limit comes near', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => limited(3, MINUTE));
	expect(await widthOf(pace)).toBe(3);
});

it('waits for the reset when nothing is left and others use the limit too', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => limited(0, 7_000));
	const waited = await ask(pace, () => limited(5, MINUTE));
	expect(waited).toBeGreaterThanOrEqual(7_000);
	expect(waited).toBeLessThan(8_100);
});

it('waits to the millisecond when the whole limit was its own', async () => {
	const pace = new ConcurrencyLimiter();
	for (let left = 9; left >= 0; left--) {
		const rest = left;
		expect(await ask(pace, () => limited(rest, 59_000))).toBe(0);
	}
	// The first response came after 20 ms, the tenth 180 ms later.
	expect(await ask(pace, () => limited(0, 59_000))).toBe(MINUTE - 180);
	// The second request has left the window by then. New room is used at an even pace.
	expect(await ask(pace, () => limited(0, 59_000))).toBe(MINUTE / 8 / 10 - 20);
});

it('lets requests pass one by one after the service had no room, so that other processes get some of it', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => limited(0, 1_000));
	expect(await ask(pace, () => limited(9, 59_000))).toBeGreaterThan(0);
	expect(pace.capacity).toBeGreaterThan(1);
	const first = await enter(pace);
	expect(first.waited).toBe(MINUTE / 8 / 10 - 20);
	expect(await isSettled(pace.acquire(patient))).toBe(false);
});

it('knows that others use the limit too, for a time without a success', async () => {
	const pace = new ConcurrencyLimiter();
	expect(pace.isShared(MINUTE)).toBe(false);
	await ask(pace, () => limited(5, 59_000));
	expect(pace.isShared(MINUTE)).toBe(true);
	expect(pace.isShared(0)).toBe(false);
	await jest.advanceTimersByTimeAsync(MINUTE);
	expect(pace.isShared(MINUTE)).toBe(false);
	expect(pace.isShared(MINUTE + 1)).toBe(true);
	await ask(pace, () => limited(5, 59_000));
	expect(pace.isShared(MINUTE)).toBe(true);
	await ask(pace, () => answer({ ...limited(0, 59_000).headers, 'retry-after': '1' }, 429));
	await jest.advanceTimersByTimeAsync(MINUTE);
	expect(pace.isShared(MINUTE)).toBe(false);
});

it('counts its own requests under way before it blames others', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => limited(1, 59_000, 3));
	expect(pace.isShared(MINUTE)).toBe(true);
	await enter(pace, { isFree: true });
	expect(pace.isShared(MINUTE)).toBe(true);
	await enter(pace);
	expect(pace.isShared(MINUTE)).toBe(false);
});

it('waits as long as a refusal asks for', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => answer({ 'retry-after': '3' }, 429));
	expect(await ask(pace)).toBe(3_000);
	await ask(pace, () => answer({ 'retry-after': new Date(Date.now() + 5_000).toUTCString() }, 429));
	expect(await ask(pace)).toBeGreaterThan(3_900);
});

it('gives the refusal itself when it asks for a longer wait than the caller puts up with', async () => {
	const pace = new ConcurrencyLimiter();
	const refusal = answer({ 'retry-after': '3600' }, 429);
	await ask(pace, () => refusal);
	expect(await pace.acquire(patient)).toBe(refusal);
	jest.advanceTimersByTime(3_600_000);
	expect(await pace.acquire(patient)).toMatchObject({ kind: 'slot' });
});

it('asks the service again after the longest wait, when it never refused', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => limited(0, 3_600_000));
	expect((await enter(pace, { maximumWait: 5_000 })).waited).toBe(5_000);
});

it('goes by the clock of the service', async () => {
	const pace = new ConcurrencyLimiter();
	const theirs = Date.now() + 3_600_000;
	const headers = {
		date: new Date(theirs).toUTCString(),
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': String(theirs / 1000 + 4),
	};
	await ask(pace, () => answer(headers));
	expect(await ask(pace)).toBe(4_000);
});

it('works without any header', async () => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 100; i++) expect(await ask(pace)).toBe(0);
});

it('leaves the number to a caller who fixed it', async () => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 50; i++) await enter(pace, { isFree: true });
});

it('ends the wait of an execution that is stopped', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => answer({ 'retry-after': '3' }, 429));
	const abort = new AbortController();
	const waiting = pace.acquire({ ...patient, signal: abort.signal });
	expect(await isSettled(waiting)).toBe(false);
	abort.abort();
	expect(await waiting).toMatchObject({ kind: 'networkError', reached: 'never', code: 'ERR_CANCELED' });
});

it('gives nothing to one that was cancelled while the gate was closed, and so all of it to the next', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => answer({ 'retry-after': '3' }, 429));
	const abort = new AbortController();
	const cancelled = pace.acquire({ ...patient, signal: abort.signal });
	const next = enter(pace);
	abort.abort();
	expect(await cancelled).toMatchObject({ code: 'ERR_CANCELED' });
	const { slot, waited } = await next;
	expect(waited).toBe(3_000);
	pace.release(slot, answer(), kind);
	expect(pace.isIdle).toBe(true);
});

it('gives the refusal at once to whose time is up before the service has room', async () => {
	const pace = new ConcurrencyLimiter();
	const refusal = answer({ 'retry-after': '30' }, 429);
	await ask(pace, () => refusal);
	expect(await isSettled(pace.acquire({ ...patient, maximumTotalWait: 5_000 }))).toBe(true);
	expect(await pace.acquire({ ...patient, maximumTotalWait: 5_000 })).toBe(refusal);
	expect(await isSettled(pace.acquire({ ...patient, maximumTotalWait: 31_000 }))).toBe(false);
});

it('refuses what cannot wait that long after hours of work, too', async () => {
	const pace = new ConcurrencyLimiter();
	jest.advanceTimersByTime(3_600_000);
	const refusal = answer({ 'retry-after': '30' }, 429);
	await ask(pace, () => refusal);
	expect(await isSettled(pace.acquire({ ...patient, maximumTotalWait: 5_000 }))).toBe(true);
});

it.each<[string, HttpResult | undefined, number]>([
	['a success', answer(), 1],
	['a failure of the service', answer({}, 500), 1],
	['a refusal for the rate limit', answer({}, 429), 0],
	[
		'a connection that broke',
		{ kind: 'networkError', reached: 'perhaps', isTransient: true, code: 'ECONNRESET', reason: '' },
		0,
	],
	['a request that was not sent', undefined, 0],
])('counts %s as served, or not', async (_what, result, count) => {
	const pace = new ConcurrencyLimiter();
	const { slot } = await enter(pace);
	pace.release(slot, result, kind);
	expect(pace.served).toBe(count);
});

it('looks at those who wait for room a few times a second, not all the time', async () => {
	const pace = new ConcurrencyLimiter();
	while (await isSettled(pace.acquire(patient)));
	const until = performance.now() + 2_000;
	let looks = 0;
	for (; performance.now() < until; looks++) await jest.advanceTimersToNextTimerAsync();
	expect(looks).toBeLessThan(20);
});

describe('an answer that closes the gate', () => {
	const closed = async (headers: Record<string, string> = { 'retry-after': '1000000000' }, status = 429) => {
		const pace = new ConcurrencyLimiter();
		await ask(pace, () => answer(headers, status));
		return pace;
	};
	const hour = { ...patient, maximumWait: 60 * MINUTE, maximumTotalWait: 60 * MINUTE };

	it('is believed for a minute; then one request goes to see, and its success opens the gate for all', async () => {
		const pace = await closed();
		jest.advanceTimersByTime(MINUTE - 1);
		expect(await pace.acquire(patient)).toMatchObject({ kind: 'response', status: 429 });
		jest.advanceTimersByTime(1);
		const probe = slotOf(await pace.acquire(patient));
		const others = [1, 2, 3].map(async () => await pace.acquire({ ...patient, isFree: true }));
		for (const other of others) expect(await isSettled(other)).toBe(false);
		pace.release(probe, answer(), kind);
		for (const other of others) expect(await isSettled(other.then(slotOf))).toBe(true);
	});

	it('is believed again when the request that went to see is refused too', async () => {
		const pace = await closed();
		jest.advanceTimersByTime(MINUTE);
		const probe = slotOf(await pace.acquire(patient));
		const other = pace.acquire(patient);
		const again = answer({ 'retry-after': '500' }, 429);
		pace.release(probe, again, kind);
		expect(await isSettled(other)).toBe(true);
		expect(await other).toBe(again);
		expect(await pace.acquire(patient)).toBe(again);
		jest.advanceTimersByTime(MINUTE);
		expect(await pace.acquire(patient)).toMatchObject({ kind: 'slot' });
	});

	it.each<[string, HttpResult | undefined]>([
		['was not sent', undefined],
		['broke off', { kind: 'networkError', reached: 'perhaps', isTransient: true, code: '', reason: '' }],
		['met a server error', answer({}, 502)],
		['was refused without a word', answer({}, 429)],
	])('lets the next one go to see when the first %s', async (_what, result) => {
		const pace = await closed();
		jest.advanceTimersByTime(MINUTE);
		const probe = slotOf(await pace.acquire(patient));
		const others = [pace.acquire(patient), pace.acquire(patient)];
		pace.release(probe, result, kind);
		// Every waiting request checks the line again after a quarter of a second at most.
		expect(await isSettled(others[0] as Promise<unknown>)).toBe(true);
		expect(await isSettled(others[1] as Promise<unknown>)).toBe(false);
	});

	it('holds nobody up for long when the request that went to see gets no answer', async () => {
		const pace = await closed();
		jest.advanceTimersByTime(MINUTE);
		await pace.acquire(patient);
		expect((await enter(pace)).waited).toBe(10_000);
	});

	it('lasts for whoever has the patience, and tries once a minute all the same', async () => {
		const pace = await closed({ 'retry-after': '600' });
		const { waited, slot } = await enter(pace, hour);
		expect(waited).toBe(MINUTE);
		pace.release(slot, answer({ 'retry-after': '540' }, 429), kind);
		expect((await enter(pace, hour)).waited).toBe(MINUTE);
	});

	it('refuses at once whoever waits in line with less patience, and whoever has less left in all', async () => {
		const pace = new ConcurrencyLimiter();
		const slots = await Promise.all([1, 2, 3, 4, 5].map(async () => slotOf(await pace.acquire(patient))));
		const impatient = pace.acquire(patient);
		const late = pace.acquire({ ...hour, maximumTotalWait: MINUTE });
		const waits = pace.acquire(hour);
		const refusal = answer({ 'retry-after': '600' }, 429);
		pace.release(slots[0] as Slot, refusal, kind);
		expect(await isSettled(waits)).toBe(false);
		expect(await impatient).toBe(refusal);
		expect(await late).toBe(refusal);
	});

	it('is not undone by an answer that was on its way at that time', async () => {
		const pace = new ConcurrencyLimiter();
		const [first, second] = [slotOf(await pace.acquire(patient)), slotOf(await pace.acquire(patient))];
		pace.release(first, answer({ 'retry-after': '3' }, 429), kind);
		pace.release(second, limited(5, MINUTE), kind);
		expect((await enter(pace)).waited).toBe(3_000);
	});

	it('is not waited out when a later answer shows room', async () => {
		const pace = await closed({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9'.repeat(30) }, 200);
		const early = slotOf(await end(pace.acquire({ ...patient, maximumWait: 500 })));
		const waits = pace.acquire(patient);
		pace.release(early, limited(8, MINUTE), kind);
		expect(await isSettled(waits)).toBe(true);
	});

	it.each(['-1', 'many', '', '1e3', 'NaN', '[object Object]'])(
		'is none when it says that %s are left',
		async (remaining) => {
			const pace = await closed(
				{ 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': '9999999999' },
				200,
			);
			expect(await widthOf(pace)).toBe(6);
		},
	);

	it('lasts as long when somebody sets the clock', async () => {
		for (const by of [-60 * MINUTE, 60 * MINUTE]) {
			const pace = await closed({ 'retry-after': '3' });
			const waits = enter(pace);
			jest.setSystemTime(Date.now() + by);
			expect((await waits).waited).toBe(3_000);
		}
	});
});

it('ends a wait in line when its time is up', async () => {
	const pace = new ConcurrencyLimiter();
	await widthOf(pace);
	const since = performance.now();
	const late = await end(pace.acquire({ ...patient, maximumTotalWait: 1_234 }));
	expect(late).toMatchObject({
		kind: 'networkError',
		reached: 'never',
		isTransient: false,
		reason: 'its turn did not come in time',
	});
	expect(performance.now() - since).toBe(1_234);
});

it('lets nobody who leaves its number to the service starve behind those who fixed theirs', async () => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 100; i++) await enter(pace, { isFree: true });
	expect(await widthOf(pace)).toBe(5);
});

it('takes a cancel for no strain', async () => {
	const pace = new ConcurrencyLimiter();
	const broken = {
		kind: 'networkError',
		reached: 'perhaps',
		isTransient: true,
		code: 'ERR_CANCELED',
		reason: '',
	};
	for (let i = 0; i < 5; i++) await ask(pace, () => broken as HttpResult);
	expect(await widthOf(pace)).toBe(5);
});

describe('whoever finds no room', () => {
	const refused = answer({ 'retry-after': '30' }, 429);

	it('waits in line, first come first served, past those whose wait is over', async () => {
		const pace = new ConcurrencyLimiter();
		const slots = [];
		for (let index = 0; index < 5; index++) slots.push((await enter(pace)).slot);
		const order: string[] = [];
		const abort = new AbortController();
		const join = (name: string, more: Partial<SlotRequest> = {}) =>
			pace.acquire({ ...patient, ...more }).then((end) => {
				order.push(`${name} ${end.kind}`);
				return end;
			});
		const waiting = [join('a'), join('b', { signal: abort.signal }), join('c'), join('d')];
		abort.abort();
		await isSettled(waiting[3]!);
		expect(order).toEqual(['b networkError']);
		// A slow response does not add slots, so each released slot goes to one request.
		pace.release(slots[0]!, undefined, kind);
		await isSettled(waiting[3]!);
		pace.release(slots[1]!, undefined, kind);
		await isSettled(waiting[3]!);
		expect(order).toEqual(['b networkError', 'a slot', 'c slot']);
		expect(pace.isIdle).toBe(false);
		for (const slot of slots.slice(2)) pace.release(slot, undefined, kind);
		for (const waiter of [waiting[0]!, waiting[2]!, waiting[3]!])
			pace.release(slotOf(await waiter), undefined, kind);
		expect(order).toEqual(['b networkError', 'a slot', 'c slot', 'd slot']);
		expect(pace.isIdle).toBe(true);
	});

	it('is known to the others: it is idle only when no request has a slot or waits, of either kind', async () => {
		const pace = new ConcurrencyLimiter();
		expect(pace.isIdle).toBe(true);
		const { slot } = await enter(pace, { isFree: true });
		expect(pace.isIdle).toBe(false);
		pace.release(slot, answer(), kind);
		expect(pace.isIdle).toBe(true);
		const { slot: other } = await enter(pace);
		expect(pace.isIdle).toBe(false);
		pace.release(other, refused, kind);
		expect(pace.isIdle).toBe(true);
		const abort = new AbortController();
		const waiting = pace.acquire({ ...patient, signal: abort.signal });
		expect(pace.isIdle).toBe(false);
		abort.abort();
		await waiting;
		expect(pace.isIdle).toBe(true);
	});

	it('gets nothing once its execution is cancelled, and takes no slot', async () => {
		const pace = new ConcurrencyLimiter();
		expect(await pace.acquire({ ...patient, signal: AbortSignal.abort() })).toMatchObject({
			reached: 'never',
			reason: 'the execution was canceled',
		});
		expect(pace.isIdle).toBe(true);
	});

	it('is let through by a probe that is due though nobody wakes it, and no two of them', async () => {
		const pace = new ConcurrencyLimiter();
		const { slot } = await enter(pace);
		pace.release(slot, refused, kind);
		const first = pace.acquire(patient);
		const second = pace.acquire(patient);
		await jest.advanceTimersByTimeAsync(29_000);
		expect(await isSettled(first)).toBe(false);
		await jest.advanceTimersByTimeAsync(1_300);
		expect(slotOf(await first).isProbe).toBe(true);
		expect(await isSettled(second)).toBe(false);
		pace.release(slotOf(await first), answer(), kind);
		expect(slotOf(await second).isProbe).toBe(false);
	});

	it('and comes when a probe is due leaves it to the first in line', async () => {
		const pace = new ConcurrencyLimiter();
		const { slot } = await enter(pace);
		pace.release(slot, refused, kind);
		const first = pace.acquire(patient);
		// The next request comes before the first check.
		jest.setSystemTime(Date.now());
		jest.advanceTimersByTime(30_000);
		const late = pace.acquire(patient);
		await isSettled(late);
		expect([await isSettled(first), await isSettled(late)]).toEqual([true, false]);
	});

	it('waits no longer than its time, whatever is promised', async () => {
		const pace = new ConcurrencyLimiter();
		const { slot } = await enter(pace);
		pace.release(slot, answer({ 'retry-after': '5' }, 429), kind);
		const refusedAt = pace.acquire({ ...patient, maximumTotalWait: 4_000 });
		expect(await refusedAt).toMatchObject({ kind: 'response', status: 429 });
		const waiting = pace.acquire({ ...patient, maximumTotalWait: 6_000 });
		expect(await isSettled(waiting)).toBe(false);
		expect((await end(waiting)).kind).toBe('slot');
	});
});

describe('the requests of one caller', () => {
	/** A limiter that gives one slot at a time. */
	const narrow = async () => {
		const pace = new ConcurrencyLimiter();
		for (let i = 0; i < 5; i++) {
			const { slot } = await enter(pace);
			jest.advanceTimersByTime(1);
			pace.release(slot, answer({}, 503), kind);
		}
		expect(await widthOf(pace)).toBe(1);
		return pace;
	};
	const run = () => ({ clock: new WaitClock() });

	it('do not count a wait for each other, however long they take', async () => {
		const pace = new ConcurrencyLimiter();
		const own = { ...patient, ...run(), maximumTotalWait: 0 };
		const slots = await Promise.all(Array.from({ length: 5 }, async () => slotOf(await pace.acquire(own))));
		const waiting = [pace.acquire(own), pace.acquire(own)];
		await jest.advanceTimersByTimeAsync(20_000);
		for (const one of waiting) expect(await isSettled(one)).toBe(false);
		for (const slot of slots) pace.release(slot, undefined, kind);
		expect((await Promise.all(waiting)).map(slotOf).map(({ waited }) => waited)).toEqual([0, 0]);
	});

	it('count the wait of the first of them for other callers, and then that of the next', async () => {
		const pace = new ConcurrencyLimiter();
		await widthOf(pace);
		const own = { ...patient, ...run(), maximumTotalWait: 1_000 };
		const since = performance.now();
		const ends = [1, 2].map(async () => {
			const { kind: how } = await pace.acquire(own);
			return [how, performance.now() - since];
		});
		await jest.advanceTimersByTimeAsync(3_000);
		expect(await Promise.all(ends)).toEqual([
			['networkError', 1_000],
			['networkError', 2_000],
		]);
	});

	it('say how much of a wait counts', async () => {
		const pace = new ConcurrencyLimiter();
		const others = [];
		for (let i = 0; i < 5; i++) others.push((await enter(pace)).slot);
		const waiting = pace.acquire({ ...patient, ...run() });
		jest.advanceTimersByTime(700);
		pace.release(others[0]!, undefined, kind);
		expect(slotOf(await waiting)).toMatchObject({ hasWaited: true, waited: 700 });
		expect(others[0]).toMatchObject({ hasWaited: false, waited: 0 });
		expect((pace as unknown as { lanes: Set<unknown> }).lanes.size).toBe(0);
	});

	it('begin to count when the last of them comes back', async () => {
		const pace = new ConcurrencyLimiter();
		const own = { ...patient, ...run() };
		const mine = slotOf(await pace.acquire(own));
		const others = [];
		for (let i = 0; i < 4; i++) others.push((await enter(pace)).slot);
		const waiting = pace.acquire({ ...own, maximumTotalWait: 2_000 });
		await jest.advanceTimersByTimeAsync(5_000);
		pace.release(mine, answer({ 'retry-after': '1' }, 429), kind);
		await jest.advanceTimersByTimeAsync(1_999);
		expect(await isSettled(waiting)).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(await waiting).toMatchObject({ reason: 'its turn did not come in time' });
		for (const slot of others) pace.release(slot, undefined, kind);
	});

	it('take slots with those of others, so that one does not wait for all of another caller', async () => {
		const pace = new ConcurrencyLimiter();
		const slots = [];
		for (let i = 0; i < 5; i++) slots.push((await enter(pace)).slot);
		const order: string[] = [];
		const [large, small] = [run(), run()];
		const join = async (name: string, clock: WaitClock) => {
			const slot = slotOf(await pace.acquire({ ...patient, clock }));
			order.push(name);
			pace.release(slot, undefined, kind);
		};
		const waiting = ['a', 'b', 'c'].map(async (name) => await join(name, large.clock));
		waiting.push(join('small', small.clock), join('small too', small.clock));
		pace.release(slots[0]!, undefined, kind);
		await Promise.all(waiting);
		expect(order).toEqual(['a', 'small', 'b', 'small too', 'c']);
	});

	it('go on when the first of them is cancelled, and when it is refused', async () => {
		const pace = await narrow();
		const abort = new AbortController();
		const clock = new WaitClock();
		const cancelled = pace.acquire({ ...patient, clock, signal: abort.signal });
		const next = pace.acquire({ ...patient, clock, maximumTotalWait: 3_000 });
		abort.abort();
		expect(await cancelled).toMatchObject({ code: 'ERR_CANCELED' });
		await jest.advanceTimersByTimeAsync(3_000);
		expect(await next).toMatchObject({ reason: 'its turn did not come in time' });
	});

	it('that fixed their number do not wait behind those that did not', async () => {
		const pace = await narrow();
		const { clock } = run();
		const paced = pace.acquire({ ...patient, clock });
		expect(await isSettled(paced)).toBe(false);
		expect(await isSettled(pace.acquire({ ...patient, clock, isFree: true }))).toBe(true);
	});

	it('are told once how long the service had no room, and nothing of other waits', async () => {
		const pace = new ConcurrencyLimiter();
		const { clock } = run();
		const mine = slotOf(await pace.acquire({ ...patient, clock }));
		const waiting = [1, 2, 3, 4, 5, 6].map(async () => slotOf(await pace.acquire({ ...patient, clock })));
		jest.advanceTimersByTime(400);
		expect(clock.total).toBe(0);
		pace.release(mine, answer({ 'retry-after': '3' }, 429), kind);
		await jest.advanceTimersByTimeAsync(3_000);
		expect(clock.total).toBe(0);
		const [, , , , probe] = waiting;
		const others = await Promise.all(waiting.slice(0, 4));
		for (const slot of others) pace.release(slot, undefined, kind);
		pace.release(await probe!, answer(), kind);
		await waiting[5];
		expect(clock.total).toBe(3_000);
	});
});
