// Falls with nodes/RewardsEngagement/run/stages/idempotency.ts.

import { Problem } from '../../nodes/RewardsEngagement/errors';
import type { PlacedItem, RunKeys } from '../../nodes/RewardsEngagement/idempotency/runKeys';
import { RunSummary } from '../../nodes/RewardsEngagement/run/hints';
import type { Job } from '../../nodes/RewardsEngagement/run/job';
import type { ItemContent } from '../../nodes/RewardsEngagement/declare/operation';
import { Idempotency } from '../../nodes/RewardsEngagement/run/stages/idempotency';

const SENT: ItemContent[] = [{ json: { id: 'a' } }, { json: { id: 'b' } }];

/** Keys of a run that record the calls, and return given states. */
class Keys {
	readonly log: unknown[] = [];
	done?: { runIndex: number; itemIndex: number; json?: object };
	isEarlier = false;

	announce(items: readonly PlacedItem[]): void {
		this.log.push(['announce', ...items.map(({ key }) => key)]);
	}

	async once<T>(
		{ key }: PlacedItem,
		send: () => Promise<T>,
		jsonOf: (result: T) => unknown,
	): Promise<unknown> {
		this.log.push(['once', key]);
		if (this.done || this.isEarlier) return { wasDone: true, key, first: this.done };
		const result = await send();
		this.log.push(['json', jsonOf(result)]);
		return { wasDone: false, result };
	}

	async close(): Promise<void> {
		await Promise.resolve(this.log.push('close'));
	}
}

let keys: Keys;
let summary: RunSummary;
let stage: Idempotency;
beforeEach(() => {
	keys = new Keys();
	summary = new RunSummary();
	stage = new Idempotency(keys as unknown as RunKeys, summary);
});

const jobOf = (key?: string, dryRun = false) =>
	({ key: key && { key }, options: { dryRun } }) as unknown as Job;
const next = jest.fn(async () => await Promise.resolve(SENT));
beforeEach(() => next.mockClear());

it('sends a job once under its key', async () => {
	expect(await stage.run(jobOf('k'), next)).toBe(SENT);
	expect(keys.log).toEqual([
		['once', 'k'],
		['json', { id: 'a' }],
	]);
});

it('keeps an empty result for a job that gave no item', async () => {
	await stage.run(jobOf('k'), async () => await Promise.resolve([]));
	expect(keys.log.at(-1)).toEqual(['json', {}]);
});

it.each([
	['without a key', jobOf()],
	['of a dry run', jobOf('k', true)],
])('claims nothing for a job %s', async (_what, job) => {
	expect(await stage.run(job, next)).toBe(SENT);
	expect(keys.log).toEqual([]);
});

it('hands on what a request fails with', async () => {
	const problem = new Problem({ message: 'No', advice: '', outcome: 'unknown' });
	await expect(stage.run(jobOf('k'), async () => await Promise.reject(problem))).rejects.toBe(problem);
});

it('gives an item in place of what an earlier execution did', async () => {
	keys.isEarlier = true;
	const contents = await stage.run(jobOf('k'), next);
	expect(contents).toEqual([
		{
			json: {
				skipped: true,
				idempotencyKey: 'k',
				reason: 'Not sent: an earlier execution already did this with the same key. Its result was not kept',
				firstRun: { execution: 'earlier' },
			},
		},
	]);
	expect(next).not.toHaveBeenCalled();
	expect([summary.skippedByEarlier, summary.skippedByRun.size, RunSummary.unsent.has(contents)]).toEqual([
		1,
		0,
		true,
	]);
});

it('gives an item in place of what another item of the execution did', async () => {
	keys.done = { runIndex: 3, itemIndex: 4, json: { id: 'a' } };
	expect(await stage.run(jobOf('k'), next)).toMatchObject([
		{
			json: {
				reason: 'Not sent: another item of this execution already did this with the same key',
				firstRun: { execution: 'this', runIndex: 3, itemIndex: 4, json: { id: 'a' } },
			},
		},
	]);
	expect([summary.skippedByEarlier, [...summary.skippedByRun]]).toEqual([0, [[3, 1]]]);
});

it('announces the keys of the jobs that will be sent, and frees them at the end', async () => {
	const [a, b, c] = [jobOf('a'), jobOf('b'), jobOf()];
	expect(await stage.survey([a, b, c], async () => await Promise.resolve([b, c]))).toEqual([b, c]);
	await stage.close();
	expect(keys.log).toStrictEqual([['announce', 'b'], 'close']);
});
