import type { HttpResponse, HttpResult } from '../../nodes/RewardsEngagement/api/http';
import { ConcurrencyLimiter } from '../../nodes/RewardsEngagement/api/concurrencyLimiter';

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

/** Takes a turn and gives the milliseconds it had to wait. */
async function enter(pace: ConcurrencyLimiter, isFree = false, longest = MINUTE): Promise<number> {
	let waited = 0;
	const pause = async (milliseconds: number) => {
		waited += milliseconds;
		jest.setSystemTime(Date.now() + milliseconds);
		return await Promise.resolve(true);
	};
	expect(await pace.acquire(isFree, pause, longest)).toBe(true);
	return waited;
}

/** One request that takes 20 ms. */
async function ask(pace: ConcurrencyLimiter, give: () => HttpResult = answer): Promise<number> {
	const waited = await enter(pace);
	const sentAt = Date.now();
	jest.setSystemTime(sentAt + 20);
	pace.release(give(), kind, sentAt);
	return waited;
}

/** How many turns can be taken at the same time. */
async function widthOf(pace: ConcurrencyLimiter): Promise<number> {
	let width = 0;
	for (;;) {
		const turn = enter(pace);
		const isTaken = await Promise.race([
			turn.then(() => true),
			new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
		]);
		if (!isTaken) break;
		width++;
	}
	return width;
}

it('begins with five requests at a time', async () =>
	expect(await widthOf(new ConcurrencyLimiter())).toBe(5));

it('takes more at a time while answers come quickly, up to a bound', async () => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 10; i++) await ask(pace);
	expect(await widthOf(pace)).toBe(15);
	const other = new ConcurrencyLimiter();
	for (let i = 0; i < 500; i++) await ask(other);
	expect(await widthOf(other)).toBe(32);
});

it.each<[string, () => HttpResult]>([
	['turned one away', () => answer({}, 429)],
	['had a problem', () => answer({}, 503)],
	[
		'broke a connection',
		() => ({ kind: 'networkError', reached: 'perhaps', passing: true, code: 'ECONNRESET', reason: '' }),
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
	await enter(pace);
	const sentAt = Date.now();
	jest.setSystemTime(sentAt + 2_000);
	pace.release(answer(), kind, sentAt);
	expect(await widthOf(pace)).toBe(10);
});

it('takes no slow kind of request for a service under strain', async () => {
	const pace = new ConcurrencyLimiter();
	for (let i = 0; i < 15; i++) await ask(pace);
	await enter(pace);
	const sentAt = Date.now();
	jest.setSystemTime(sentAt + 2_000);
	pace.release(answer(), {}, sentAt);
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
	// The first answer came after 20 ms, the tenth 180 ms later.
	expect(await ask(pace, () => limited(0, 59_000))).toBe(MINUTE - 180);
	// The second one's place is free by then.
	expect(await ask(pace, () => limited(0, 59_000))).toBe(0);
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
	const pause = async () => await Promise.resolve(true);
	expect(await pace.acquire(false, pause, MINUTE)).toBe(refusal);
	jest.setSystemTime(Date.now() + 3_600_000);
	expect(await pace.acquire(false, pause, MINUTE)).toBe(true);
});

it('asks the service again after the longest wait, when it never refused', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => limited(0, 3_600_000));
	expect(await enter(pace, false, 5_000)).toBe(5_000);
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
	for (let i = 0; i < 50; i++) await enter(pace, true);
});

it('ends the wait of an execution that is stopped', async () => {
	const pace = new ConcurrencyLimiter();
	await ask(pace, () => answer({ 'retry-after': '3' }, 429));
	expect(await pace.acquire(false, async () => await Promise.resolve(false), MINUTE)).toBe(false);
});
