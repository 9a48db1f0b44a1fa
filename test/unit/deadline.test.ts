// Falls with nodes/RewardsEngagement/api/deadline.ts.

import { Deadline } from '../../nodes/RewardsEngagement/api/deadline';

beforeEach(() => jest.useFakeTimers());
afterEach(async () => {
	// Ends the watch of this test, so that it does not continue in the next one.
	await jest.advanceTimersByTimeAsync(1_000);
	jest.useRealTimers();
});

const never = new Promise<never>(() => {});

it('gives what the work gives, and what it throws, in time', async () => {
	const deadline = new Deadline(1_000);
	expect(await deadline.race(Promise.resolve('done'))).toBe('done');
	await expect(deadline.race(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
	deadline.stop();
	await jest.advanceTimersByTimeAsync(5_000);
	expect(deadline.endedBy).toBeUndefined();
	expect(deadline.signal.aborted).toBe(false);
});

it('ends work that takes too long, though it does not heed the signal', async () => {
	const deadline = new Deadline(1_000);
	const ended = expect(deadline.race(never)).rejects.toThrow('It took too long, or was cancelled');
	await jest.advanceTimersByTimeAsync(999);
	expect(deadline.signal.aborted).toBe(false);
	await jest.advanceTimersByTimeAsync(101);
	await ended;
	expect(deadline.endedBy).toBe('time');
	expect(deadline.signal.aborted).toBe(true);
});

it('ends at the very moment, and not before', () => {
	const deadline = new Deadline(1_000);
	const end = performance.now() + 1_000;
	deadline.check(end - 1);
	expect(deadline.endedBy).toBeUndefined();
	deadline.check(end);
	expect(deadline.endedBy).toBe('time');
});

it('starts no work after its end', async () => {
	const deadline = new Deadline(1_000);
	deadline.end();
	await expect(deadline.race(never)).rejects.toThrow('It took too long, or was cancelled');
	expect(deadline.endedBy).toBeUndefined();
});

it('ends on a cancel, also one that came before, and says so', async () => {
	const abort = new AbortController();
	const deadline = new Deadline(1_000, abort.signal);
	const ended = expect(deadline.race(never)).rejects.toThrow();
	abort.abort();
	await ended;
	expect(deadline.endedBy).toBe('cancel');
	expect(new Deadline(1_000, abort.signal).endedBy).toBe('cancel');
});

it('keeps the first reason of two', () => {
	const abort = new AbortController();
	const deadline = new Deadline(1_000, abort.signal);
	deadline.check(Infinity);
	abort.abort();
	expect(deadline.endedBy).toBe('time');
	const cancelled = new Deadline(1_000, abort.signal);
	cancelled.check(Infinity);
	expect(cancelled.endedBy).toBe('cancel');
});

it('ignores a cancel once it is stopped', () => {
	const abort = new AbortController();
	const deadline = new Deadline(1_000, abort.signal);
	deadline.stop();
	abort.abort();
	expect(deadline.endedBy).toBeUndefined();
});

it('a thousand of them add one listener to an execution, because Node.js warns about many', () => {
	const abort = new AbortController();
	const add = jest.spyOn(abort.signal, 'addEventListener');
	const all = Array.from({ length: 1_000 }, () => new Deadline(10_000, abort.signal));
	expect(add).toHaveBeenCalledTimes(1);
	abort.abort();
	expect(all.filter(({ endedBy }) => endedBy === 'cancel')).toHaveLength(1_000);
});

it('leaves no listener on its signal, however many races it had', async () => {
	const deadline = new Deadline(1_000);
	const [add, remove] = (['addEventListener', 'removeEventListener'] as const).map((name) =>
		jest.spyOn(deadline.signal, name),
	);
	for (let piece = 0; piece < 3; piece++) await deadline.race(Promise.resolve(piece));
	expect(remove!.mock.calls).toEqual(add!.mock.calls);
	expect(add).toHaveBeenCalledTimes(3);
	deadline.stop();
});

it('counts the whole time anew after a restart, and none while it rests', async () => {
	const deadline = new Deadline(1_000);
	await jest.advanceTimersByTimeAsync(900);
	deadline.restart();
	await jest.advanceTimersByTimeAsync(900);
	expect(deadline.endedBy).toBeUndefined();
	deadline.rest();
	await jest.advanceTimersByTimeAsync(3_600_000);
	expect(deadline.endedBy).toBeUndefined();
	deadline.restart();
	await jest.advanceTimersByTimeAsync(1_100);
	expect(deadline.endedBy).toBe('time');
});

it('a thousand of them share one clock, which stops with the last', async () => {
	const all = Array.from({ length: 1_000 }, () => new Deadline(10_000));
	expect(jest.getTimerCount()).toBe(1);
	await jest.advanceTimersByTimeAsync(500);
	expect(jest.getTimerCount()).toBe(1);
	all.forEach((deadline) => deadline.stop());
	await jest.advanceTimersByTimeAsync(100);
	expect(jest.getTimerCount()).toBe(0);
	const next = new Deadline(200);
	await jest.advanceTimersByTimeAsync(300);
	expect(next.endedBy).toBe('time');
});
