import type { ItemContent } from '../../declare/operation';
import type { KeyedResult, RunKeys } from '../../idempotency/runKeys';
import { noted, type RunSummary } from '../hints';
import { isDryRun, type Job } from '../job';
import type { Next, Stage, Survey } from '../pipeline';

/**
 * Does once what may happen once with the key of a job. A job that was done before returns an item that says so.
 *
 * The table at `RunKeys` describes its state.
 */
export class Idempotency implements Stage<Job> {
	constructor(
		private readonly keys: RunKeys,
		private readonly summary: RunSummary,
	) {}

	/** The keys of the jobs that will be sent are claimed together. */
	async survey(jobs: readonly Job[], next: Survey<Job>): Promise<readonly Job[]> {
		const sent = await next(jobs);
		this.keys.announce(sent.flatMap(({ key }) => key ?? []));
		return sent;
	}

	async run(job: Job, next: Next<Job>): Promise<ItemContent[]> {
		if (!job.key || isDryRun(job)) return await next(job);
		const send = async () => await next(job);
		const result = await this.keys.once(job.key, send, (contents) => contents[0]?.json ?? {});
		return result.wasDone ? this.skipped(result) : result.result;
	}

	async close(): Promise<void> {
		await this.keys.close();
	}

	private skipped({ key, first }: KeyedResult<unknown> & { wasDone: true }): ItemContent[] {
		this.summary.skipped(first?.runIndex);
		const firstRun = first ? { execution: 'this', ...first } : { execution: 'earlier' };
		const who = first ? 'another item of this execution' : 'an earlier execution';
		const kept = first?.json ? '' : '. Its result was not kept';
		const reason = `Not sent: ${who} already did this with the same key${kept}`;
		return noted([{ json: { skipped: true, idempotencyKey: key, reason, firstRun } }]);
	}
}
