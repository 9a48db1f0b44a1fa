// Falls with nodes/RewardsEngagement/consentTrigger/codeExchanges.ts.

import {
	SingleFlight,
	type Attempt,
	type PendingAnswer,
} from '../../nodes/RewardsEngagement/consentTrigger/codeExchanges';

const sent = { headersSent: true, statusCode: 200 };
/** A request without a signed state. */
const attempt = (code: string, answer: PendingAnswer = sent): Attempt => ({ code, answer });
const MINUTE = 60_000;

afterEach(() => jest.useRealTimers());

it('remembers a code for ten minutes, twice as long as the service takes it', async () => {
	jest.useFakeTimers({ now: 0 });
	const linkings = new SingleFlight<string>();
	const exchange = jest.fn(async () => 'member');
	await linkings.take(attempt('code'), exchange);
	jest.setSystemTime(10 * MINUTE - 1);
	expect(await linkings.take(attempt('code'), exchange)).toEqual({ part: 'done' });
	jest.setSystemTime(10 * MINUTE);
	expect(await linkings.take(attempt('code'), exchange)).toEqual({ part: 'start', result: 'member' });
	expect(exchange).toHaveBeenCalledTimes(2);
});

it('keeps ten thousand codes and no more', async () => {
	const linkings = new SingleFlight<number>();
	const isNew = async (key: string) => (await linkings.take(attempt(key), async () => 0)).part === 'start';
	for (let n = 0; n < 10_001; n++) await linkings.take(attempt(`code ${n}`), async () => n);
	expect([await isNew('code 10000'), await isNew('code 0')]).toEqual([false, true]);
}, 60_000);

it('lets go of an answer once it was sent', async () => {
	const linkings = new SingleFlight<number>();
	const answer = { headersSent: false, statusCode: 200 };
	await linkings.take(attempt('code', answer), async () => 1);
	answer.headersSent = true;
	await linkings.take(attempt('another'), async () => 2);
	// A later change of the response object does not change the recorded result.
	answer.statusCode = 500;
	expect(await linkings.take(attempt('code'), async () => 3)).toEqual({ part: 'done' });
});

it('says that it takes a while when the first answer does not come', async () => {
	jest.useFakeTimers({ now: 0 });
	const linkings = new SingleFlight<number>();
	await linkings.take(attempt('code', { headersSent: false, statusCode: 200 }), async () => 1);
	let turn: unknown;
	void linkings.take(attempt('code'), async () => 2).then((taken) => (turn = taken));
	await jest.advanceTimersByTimeAsync(14_900);
	expect(turn).toBeUndefined();
	await jest.advanceTimersByTimeAsync(200);
	expect(turn).toEqual({ part: 'wait' });
});

it('forgets a code that could not be exchanged, and frees its place', async () => {
	const linkings = new SingleFlight<number>();
	for (let n = 0; n < 100; n++) {
		const failing = linkings.take(attempt('code'), async () => await Promise.reject(new Error('no')));
		await expect(failing).rejects.toThrow('no');
	}
	expect(await linkings.take(attempt('code'), async () => 1)).toEqual({ part: 'start', result: 1 });
});

describe('with a signed state', () => {
	const signed = (nonce: string, code?: string, expiresAt = Infinity): Attempt => ({
		...attempt(''),
		code,
		state: { nonce, expiresAt },
	});

	it('many exchanges leave room for codes without one', async () => {
		const linkings = new SingleFlight<string>();
		let end = (_member: string) => {};
		const member = new Promise<string>((resolve) => (end = resolve));
		const begun = Array.from({ length: 200 }, (_unused, n) =>
			linkings.take(signed(`${n}`, 'a'), () => member),
		);
		expect(await linkings.take(attempt('a'), async () => 'x')).toEqual({ part: 'start', result: 'x' });
		end('x');
		await Promise.all(begun);
	});

	it('one code is taken until the state expires, however long ago it came', async () => {
		jest.useFakeTimers({ now: 0 });
		const linkings = new SingleFlight<string>();
		const exchange = jest.fn(async () => 'member');
		const month = 30 * 24 * 60 * MINUTE;
		expect(await linkings.take(signed('n', 'a', month), exchange)).toEqual({
			part: 'start',
			result: 'member',
		});
		jest.setSystemTime(month - 1);
		expect(await linkings.take(signed('n', 'b', month), exchange)).toEqual({ part: 'spent' });
		expect(await linkings.take(signed('n', undefined, month), exchange)).toEqual({ part: 'spent' });
		expect(await linkings.take(signed('n', 'a', month), exchange)).toEqual({ part: 'done' });
		expect(exchange).toHaveBeenCalledTimes(1);
	});

	it('the same code may belong to each of several states', async () => {
		const linkings = new SingleFlight<string>();
		const parts = [];
		for (const nonce of ['m', 'n'])
			parts.push((await linkings.take(signed(nonce, 'a'), async () => 'x')).part);
		expect(parts).toEqual(['start', 'start']);
	});

	it('a hundred thousand are remembered, quickly, and further ones are turned away until some expire', async () => {
		jest.useFakeTimers({ now: 0 });
		const linkings = new SingleFlight<number>();
		const before = process.cpuUsage();
		for (let n = 0; n < 100_000; n++) await linkings.take(signed(`${n}`, 'a', 60 * MINUTE), async () => n);
		expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
		expect(await linkings.take(signed('new', 'a', 90 * MINUTE), async () => 0)).toEqual({ part: 'full' });
		// Attempts without a state are stored separately.
		expect(await linkings.take(attempt('a'), async () => 1)).toMatchObject({ part: 'start' });
		expect(await linkings.take(signed('0', 'b', 60 * MINUTE), async () => 0)).toEqual({ part: 'spent' });
		jest.setSystemTime(60 * MINUTE);
		expect(await linkings.take(signed('new', 'a', 90 * MINUTE), async () => 0)).toMatchObject({
			part: 'start',
		});
	}, 60_000);
});

it('answers that never come are not looked at one and all by each request', async () => {
	const linkings = new SingleFlight<number>();
	let looks = 0;
	const never = {
		statusCode: 200,
		get headersSent() {
			looks++;
			return false;
		},
	};
	for (let n = 0; n < 1_000; n++) await linkings.take(attempt(`${n}`, never), async () => n);
	expect(looks).toBeLessThanOrEqual(20_000);
});
