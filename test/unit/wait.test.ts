// Falls with nodes/RewardsEngagement/api/wait.ts.

import { onCancel, wait } from '../../nodes/RewardsEngagement/api/wait';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('waits as long as it is told, whoever sets the clock meanwhile', async () => {
	let isOver = false;
	const waiting = wait(1_000).then((goesOn) => (isOver = goesOn));
	await jest.advanceTimersByTimeAsync(500);
	jest.setSystemTime(Date.now() + 3_600_000);
	await jest.advanceTimersByTimeAsync(499);
	expect(isOver).toBe(false);
	jest.setSystemTime(Date.now() - 7_200_000);
	await jest.advanceTimersByTimeAsync(1);
	expect(await waiting).toBe(true);
});

it('ends at once on a cancel, and not before it begins once cancelled', async () => {
	const abort = new AbortController();
	const waiting = wait(3_600_000, abort.signal);
	abort.abort();
	expect(await waiting).toBe(false);
	expect(await wait(3_600_000, abort.signal)).toBe(false);
});

it.each([0, -5, NaN])('does not wait for %d milliseconds', async (milliseconds) => {
	expect(await wait(milliseconds)).toBe(true);
});

it('calls everyone who watches a signal once, and nobody who stopped', () => {
	const abort = new AbortController();
	const calls: number[] = [];
	const stops = [1, 2, 3].map((number) => onCancel(abort.signal, () => calls.push(number)));
	stops[1]?.();
	abort.abort();
	abort.abort();
	expect(calls).toEqual([1, 3]);
});

it('puts one listener on the signal of an execution, however many waits it has', async () => {
	const abort = new AbortController();
	const add = jest.spyOn(abort.signal, 'addEventListener');
	const waits = Array.from({ length: 100 }, async () => await wait(10_000, abort.signal));
	await jest.advanceTimersByTimeAsync(10_000);
	expect(new Set(await Promise.all(waits))).toEqual(new Set([true]));
	expect(add).toHaveBeenCalledTimes(1);
});

it('sleeps in pieces, so that what is left of a wait that was ended is soon gone', async () => {
	const abort = new AbortController();
	const waiting = wait(3_600_000, abort.signal);
	abort.abort();
	await waiting;
	await jest.advanceTimersByTimeAsync(250);
	expect(jest.getTimerCount()).toBe(0);
});
