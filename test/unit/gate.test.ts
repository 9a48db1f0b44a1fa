// Falls with nodes/RewardsEngagement/api/gate.ts and nodes/RewardsEngagement/api/room.ts.

import {
	Gate,
	gateOf,
	gates,
	LimitWait,
	MAX_GATES,
	MAX_WIDTH,
	type Entry,
	type Leave,
} from '../../nodes/RewardsEngagement/api/gate';
import { ENDED, type HttpResult } from '../../nodes/RewardsEngagement/api/http';

const MINUTE = 60_000;
/** The longest time between two looks of a waiting request. */
const NAP = 250;

type Headers = Record<string, string>;

const answer = (status = 200, headers: Headers = {}, body: unknown = {}): HttpResult => ({
	kind: 'response',
	status,
	headers,
	text: '',
	body,
});
const limitHeaders = (remaining: number, reset: number, limit: number, window: number): Headers => ({
	'x-ratelimit-limit': String(limit),
	'x-ratelimit-remaining': String(remaining),
	'x-ratelimit-reset': String(reset),
	'x-ratelimit-window': String(window),
});
/** A response that shows the limit of the service. The reset is a span in seconds. */
const limited = (remaining: number, reset: number, limit = 10, window = 60, status = 200) =>
	answer(status, limitHeaders(remaining, reset, limit, window));
const refusal = (seconds: number) => answer(429, { 'retry-after': String(seconds) });
const broken = (more: object = {}): HttpResult => ({ ...ENDED.time, code: 'ECONNRESET', ...more });

const sleep = async (time: number) => await new Promise<void>((resolve) => setTimeout(resolve, time));
const patient = (more: Partial<Entry> = {}): Entry => ({
	run: new LimitWait(),
	backoffLimit: MINUTE,
	totalWait: 5 * MINUTE,
	...more,
});

async function enter(gate: Gate, more: Partial<Entry> = {}): Promise<Leave> {
	const leave = await gate.enter(patient(more));
	if (typeof leave !== 'function') throw new Error(`Not sent: ${JSON.stringify(leave)}`);
	return leave;
}

/** Sends a request, and returns how long it waited. */
async function ask(gate: Gate, give: HttpResult = answer(), more: Partial<Entry> = {}, took = 20) {
	const since = performance.now();
	const leave = await enter(gate, more);
	const waited = performance.now() - since;
	await sleep(took);
	leave(give);
	// Those who wait look again before the next request comes.
	await sleep(1);
	return Math.round(waited);
}

/** A request that must not be sent: what it gets instead, and after how long. */
async function refusedFor(gate: Gate, more: Partial<Entry> = {}) {
	const since = performance.now();
	const result = await gate.enter(patient(more));
	return { result, after: Math.round(performance.now() - since) };
}

const isSettled = async (work: Promise<unknown>) =>
	await Promise.race([work.then(() => true), sleep(5).then(() => false)]);

/** How many requests pass at a time. They leave as if they were not sent. */
async function widthOf(gate: Gate): Promise<number> {
	const abort = new AbortController();
	const { signal } = abort;
	const passed: Leave[] = [];
	for (;;) {
		const entering = gate.enter(patient({ signal }));
		if (!(await isSettled(entering))) break;
		passed.push((await entering) as Leave);
	}
	abort.abort();
	await sleep(1);
	passed.forEach((leave) => leave(undefined));
	expect(gate.isIdle).toBe(true);
	return passed.length;
}

/** A gate after these responses, one after the other. */
async function after(...results: HttpResult[]): Promise<Gate> {
	const gate = new Gate();
	for (const result of results) await ask(gate, result);
	return gate;
}

/** The wait that was asked for, and the random part. */
const expectWait = (waited: number, asked: number) => {
	expect(waited).toBeGreaterThanOrEqual(asked - 21);
	expect(waited).toBeLessThanOrEqual(asked + Math.min(asked / 20, 1_000) + 1);
};

describe('the width', () => {
	const many = (count: number, result: HttpResult) => Array.from({ length: count }, () => result);

	it.each<[string, HttpResult[], number]>([
		['starts with five', [], 5],
		['grows by one with each quick response', many(10, answer()), 15],
		['never grows above its bound', many(100, answer()), MAX_WIDTH],
		['halves on a server error', [...many(15, answer()), answer(503)], 10],
		['halves on a lost connection', [...many(15, answer()), broken()], 10],
		['halves on a timeout', [...many(15, answer()), ENDED.time], 10],
		['never falls below one', many(9, answer(500)), 1],
	])('%s', async (_what, results, width) => {
		expect(await widthOf(await after(...results))).toBe(width);
	});

	it('halves once for all requests that were sent before', async () => {
		const gate = await after(...many(15, answer()));
		const round = await Promise.all(many(10, answer()).map(async () => await enter(gate)));
		await sleep(20);
		round.forEach((leave) => leave(answer(503)));
		expect(await widthOf(gate)).toBe(10);
		await ask(gate, answer(503));
		expect(await widthOf(gate)).toBe(5);
	});

	it('does not bind whoever fixed the concurrency, and these requests take nothing of it', async () => {
		const gate = new Gate();
		for (let count = 0; count < 100; count++) await enter(gate, { concurrency: 100 });
		const passed = await Promise.all(many(5, answer()).map(async () => await enter(gate)));
		expect(await isSettled(gate.enter(patient()))).toBe(false);
		passed.forEach((leave) => leave(undefined));
	});
});

describe('a refusal', () => {
	const body = { error: 'Too Many Requests' };
	// The wait that the gate guesses is a random share: here all of it.
	beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(1));
	afterEach(() => void jest.restoreAllMocks());

	it.each<[string, Headers, unknown, number]>([
		['in Retry-After', { 'retry-after': '3' }, body, 3_000],
		['not at all', {}, body, 1_000],
		['as no time', { 'retry-after': '0', 'x-ratelimit-reset': '9' }, body, 1_000],
	])('that says how long %s closes the gate for this time', async (_where, headers, its, asked) => {
		const gate = await after(answer(429, headers, its));
		expectWait(await ask(gate), asked);
		expect(await ask(gate)).toBe(0);
	});

	it('that asks for no time closes it for up to 1, 2, 4 and 60 seconds, until a request is taken', async () => {
		const gate = await after(answer(429));
		for (const asked of [1, 2, 4, 8, 16, 32, 60, 60]) {
			expectWait(await ask(gate, answer(429), { totalWait: Infinity }), asked * 1_000);
		}
		await ask(gate, answer(200), { totalWait: Infinity });
		await ask(gate, answer(429));
		expectWait(await ask(gate), 1_000);
	});

	it('of several requests at a time counts as one', async () => {
		const gate = new Gate();
		const round = await Promise.all([1, 2, 3, 4, 5].map(async () => await enter(gate)));
		await sleep(20);
		round.forEach((leave) => leave(answer(429)));
		expectWait(await ask(gate, answer(429)), 1_000);
		expectWait(await ask(gate), 2_000);
	});

	it.each<[string, number, Partial<Entry>]>([
		['the longest wait', 30, { backoffLimit: 29_900 }],
		['the total wait', 30, { totalWait: 29_900 }],
		['an hour', 1e9, { backoffLimit: 60 * MINUTE, totalWait: 60 * MINUTE }],
	])('is the result at once when it asks for more than %s', async (_what, seconds, more) => {
		const refused = refusal(seconds);
		const gate = await after(refused);
		expect(await refusedFor(gate, more)).toEqual({ result: refused, after: 0 });
	});

	it('that asks for too long ends all waits at once, and one request a minute asks again', async () => {
		const gate = new Gate();
		const [first, ...others] = await Promise.all([1, 2, 3, 4, 5].map(async () => await enter(gate)));
		const waiting = [1, 2, 3].map(async () => await refusedFor(gate));
		await sleep(10);
		const huge = refusal(1e9);
		first!(huge);
		for (const { result, after: time } of await Promise.all(waiting)) {
			expect([result, time < 20]).toEqual([huge, true]);
		}
		others.forEach((leave) => leave(undefined));
		let asked = 0;
		const until = performance.now() + 10 * MINUTE;
		for (; performance.now() < until; await sleep(1_000)) {
			const leave = await gate.enter(patient());
			if (typeof leave === 'function') asked++;
			if (typeof leave === 'function') leave(huge);
		}
		expect(asked).toBe(9);
	});

	it('lets processes that were refused together come apart', async () => {
		jest.restoreAllMocks();
		const waits = [];
		for (let process = 0; process < 20; process++) waits.push(await ask(await after(refusal(10))));
		expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(200);
	});

	it('lets one request see whether there is room, and the others follow', async () => {
		const gate = await after(refusal(5));
		await sleep(6_000);
		const leave = await enter(gate, { concurrency: 9 });
		const others = [1, 2, 3].map(async () => await enter(gate, { concurrency: 9 }));
		for (const other of others) expect(await isSettled(other)).toBe(false);
		leave(answer());
		await sleep(1);
		for (const other of others) expect(await isSettled(other)).toBe(true);
	});

	it('holds nobody up for long when this request gets no response', async () => {
		const gate = await after(refusal(5));
		await enter(gate);
		const waited = await ask(gate);
		expect(waited).toBeGreaterThanOrEqual(10_000);
		expect(waited).toBeLessThanOrEqual(10_000 + NAP);
	});
});

describe('a response to an earlier request', () => {
	it('does not open the gate, and closes it only for longer', async () => {
		const gate = new Gate();
		const [first, ...others] = await Promise.all([1, 2, 3, 4, 5].map(async () => await enter(gate)));
		await sleep(20);
		first!(refusal(20));
		await sleep(20);
		others[0]!(limited(5, 60));
		others[1]!(refusal(10));
		expect(await isSettled(enter(gate, { totalWait: 30_000 }))).toBe(false);
		const since = performance.now();
		others[2]!(refusal(30));
		others[3]!(refusal(10));
		await enter(gate, { concurrency: 9 });
		expectWait(performance.now() - since, 30_000);
	});

	it('does not make a long refusal short', async () => {
		const gate = new Gate();
		const [first, second] = await Promise.all([1, 2].map(async () => await enter(gate)));
		await sleep(20);
		first!(refusal(600));
		await sleep(20);
		second!(refusal(5));
		expect((await refusedFor(gate)).after).toBe(0);
	});
});

it('a server error without a limit says nothing about it, and one with a limit does', async () => {
	const quick = Array.from({ length: 9 }, () => answer());
	expect(await widthOf(await after(...quick, limited(2, 60), answer(502)))).toBe(2);
	expect(await widthOf(await after(...quick, limited(3, 60, 10, 60, 500)))).toBe(3);
});

describe('when the service says that nothing is left', () => {
	it.each<[string, Headers, number]>([
		['seconds', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }, 7_000],
		['the window, if it is shorter', limitHeaders(0, 40, 10, 10), 10_000],
		['no time', { 'x-ratelimit-remaining': '0' }, 0],
	])('requests wait for the reset: %s', async (_what, headers, asked) => {
		expectWait(await ask(await after(answer(200, headers))), asked);
	});

	it('requests wait to the millisecond if the whole limit was their own', async () => {
		const gate = new Gate();
		for (let left = 9; left >= 0; left--) expect(await ask(gate, limited(left, 59))).toBe(0);
		// The first response came after 20 ms, the tenth 189 ms later, and the next request 1 ms after that.
		expect(await ask(gate)).toBe(MINUTE - 190);
	});

	it('requests count those that are under way too', async () => {
		const gate = new Gate();
		const answeredAt = performance.now() + 20;
		await ask(gate, limited(2, 59, 3));
		const [second, third] = [await enter(gate), await enter(gate)];
		second(limited(0, 59, 3));
		third(undefined);
		await enter(gate);
		expect(Math.round(performance.now() - answeredAt)).toBe(MINUTE);
	});

	it('requests wait for the reset of a longer window, even if the whole limit was their own', async () => {
		const gate = await after(limited(1, 50, 2, 3_600), limited(0, 50, 2, 3_600));
		expectWait(await ask(gate), 50_000);
	});

	it.each<[string, HttpResult, boolean]>([
		['one that was refused', answer(429, { 'retry-after': '1' }), false],
		['one that had no connection', broken({ reached: 'never' }), false],
		['one whose response was lost', broken(), true],
		['one that failed', answer(404), true],
	])('requests count %s as the service does', async (_what, result, isCounted) => {
		const gate = new Gate();
		const answeredAt = performance.now() + 20;
		await ask(gate, result);
		await ask(gate, limited(1, 60, 3));
		await ask(gate, limited(0, 60, 3));
		const leave = await enter(gate);
		expect(Math.round(performance.now() - answeredAt) === MINUTE).toBe(isCounted);
		leave(undefined);
	});

	it('requests that do not wait for it ask the service all the same, one at a time', async () => {
		const gate = await after(limited(0, 30));
		const entering = gate.enter(patient({ backoffLimit: 5_000 }));
		expect(await isSettled(entering)).toBe(true);
		expect(await isSettled(enter(gate, { backoffLimit: 5_000 }))).toBe(false);
		((await entering) as Leave)(undefined);
	});

	it.each<[string, HttpResult, number]>([
		['opens the gate for the others', answer(), 0],
		['does not open it if its response says nothing', answer(503), 29_000],
	])('a request that does not wait %s', async (_what, result, least) => {
		const gate = await after(limited(0, 30));
		await ask(gate, result, { backoffLimit: 0 });
		const waited = await ask(gate);
		expect(waited).toBeGreaterThanOrEqual(least);
		expect(waited).toBeLessThanOrEqual(least + 2_500);
	});
});

describe('after the service had no room', () => {
	it.each([60, 3_600])('requests pass at an even pace for a while, with a window of %i s', async (window) => {
		const gate = await after(limited(0, 30, 10, window));
		await ask(gate, limited(9, 60, 10, window));
		const pace = MINUTE / 8 / 10;
		for (let count = 0; count < 9; count++) {
			const waited = await ask(gate, limited(9, 60, 10, window));
			expect(waited).toBeGreaterThanOrEqual(pace - 22);
			expect(waited).toBeLessThanOrEqual(pace);
		}
		expect(await ask(gate, limited(9, 60, 10, window))).toBeGreaterThan(0);
		expect(await ask(gate, limited(9, 60, 10, window))).toBe(0);
	});
});

describe('the requests of a run', () => {
	it('wait out a refusal while an earlier one takes longer than the total wait', async () => {
		const gate = new Gate();
		const run = new LimitWait();
		const slow = await enter(gate, { run });
		await sleep(6 * MINUTE);
		await ask(gate, refusal(15), { run });
		expectWait(await ask(gate, answer(), { run }), 15_000);
		slow(answer());
	});
});

it('the sum of waits counts the time of two that overlap once', () => {
	const run = new LimitWait();
	run.note(1, 5);
	run.note(3, 8);
	expect(run.total).toBe(7);
});

describe('the gates', () => {
	const at = (baseUrl: string) => ({ baseUrl }) as Parameters<typeof gateOf>[0];

	it('are forgotten when nobody uses them, the oldest first', async () => {
		gates.clear();
		const used = gateOf(at('http://a'), 'in use');
		const leave = await enter(used);
		const idle = gateOf(at('http://a'), 'idle');
		for (let realm = 0; realm < MAX_GATES; realm++) gateOf(at('http://a'), `realm ${realm}`);
		expect(gates.size).toBe(MAX_GATES);
		expect(gateOf(at('http://a'), 'in use')).toBe(used);
		expect(gateOf(at('http://a'), 'idle')).not.toBe(idle);
		leave(answer());
		gates.clear();
	});
});
