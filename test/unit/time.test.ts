// Falls with nodes/RewardsEngagement/api/time.ts.

import { spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';

import { EndedEarly, now, wait, within } from '../../nodes/RewardsEngagement/api/time';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const forever = new Promise<never>(() => {});
const endOf = async (work: Promise<unknown>) => {
	const thrown: unknown = await work.then(
		() => undefined,
		(error: unknown) => error,
	);
	expect(thrown).toBeInstanceOf(EndedEarly);
	return (thrown as EndedEarly).by;
};

describe('a wait', () => {
	it('lasts as long as it is told, whoever sets the clock meanwhile', async () => {
		const since = now();
		const waiting = wait(2_000);
		jest.setSystemTime(Date.now() + 86_400_000);
		expect(await waiting).toBe(true);
		expect(now() - since).toBeGreaterThanOrEqual(2_000);
		expect(now() - since).toBeLessThan(2_100);
	});

	it('ends at once on a cancel, and does not begin after one', async () => {
		const abort = new AbortController();
		const since = now();
		const waiting = wait(60_000, abort.signal);
		abort.abort();
		expect(await waiting).toBe(false);
		expect(await wait(60_000, abort.signal)).toBe(false);
		expect(now() - since).toBeLessThan(10);
		expect(listeners(abort.signal)).toBe(0);
	});

	it.each([0, -5, NaN])('of %d milliseconds is none', async (milliseconds) => {
		const since = now();
		expect(await wait(milliseconds)).toBe(true);
		expect(now() - since).toBeLessThan(10);
	});
});

describe('work with a deadline', () => {
	it('keeps the first reason of two', async () => {
		const abort = new AbortController();
		const work = within(100, abort.signal, async () => await forever);
		setTimeout(() => abort.abort(), 200);
		expect(await endOf(work)).toBe('time');
		const other = within(100, new AbortController().signal, async () => await forever);
		expect(await endOf(other)).toBe('time');
	});

	it('leaves its signal alone, and no listener or timer, once it is done', async () => {
		const { signal } = new AbortController();
		const timers = jest.getTimerCount();
		let seen: AbortSignal | undefined;
		for (let times = 0; times < 100; times++) {
			await within(1_000, signal, async (own) => await Promise.resolve((seen = own)));
		}
		expect([listeners(signal), jest.getTimerCount() - timers]).toEqual([0, 0]);
		await wait(2_000);
		expect(seen?.aborted).toBe(false);
	});
});

it('a deadline outlasts garbage collection', () => {
	// Node.js 20 forgets a timeout in AbortSignal.any. As in n8n, the signal may have any number of listeners.
	const program = `
		require('tsx/cjs');
		const { within } = require('./nodes/RewardsEngagement/api/time.ts');
		const { signal } = new AbortController();
		require('node:events').setMaxListeners(Infinity, signal);
		const works = Array.from({ length: 100 }, () => within(300, signal, () => new Promise(() => {})));
		setTimeout(() => global.gc(), 50);
		const alive = setTimeout(() => process.exit(2), 5000);
		Promise.allSettled(works).then((ends) => {
			clearTimeout(alive);
			process.exitCode = ends.every(({ reason }) => reason.by === 'time') ? 0 : 1;
		});
	`;
	const { status, stderr } = spawnSync(process.execPath, ['--expose-gc', '-e', program], {
		encoding: 'utf8',
	});
	expect([status, stderr]).toEqual([0, '']);
});
