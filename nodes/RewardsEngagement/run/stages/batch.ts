import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import { isDryRun, type Job } from '../job';
import type { ItemContent, Together } from '../operation';
import type { Next, Stage } from '../pipeline';
import { RUN_STOPPED, type Results } from '../results';
import { BulkRequests } from './bulkRequests';
import { sharesOf } from './combinedSearches';
import { Gathering, type RunOne, type Waiting } from './gathering';
import { apart, Groups, type Unit } from './groups';

/**
 * Lets jobs share requests: searches that can be combined, and entries of a bulk request. Each job gets its share of
 * the response.
 *
 * Its state lives as long as the run of the node.
 */
export class Batch implements Stage<Job> {
	readonly groups = new Groups();

	private readonly gatherings = new Map<Job, Gathering>();

	private readonly bulkRequests: BulkRequests;

	constructor(private readonly results: Pick<Results, 'goesOn' | 'goesOnAfterFailures'>) {
		this.bulkRequests = new BulkRequests(results);
	}

	/** Runs the jobs of a unit, and sends their shared requests. */
	async start({ isBulk, jobs, together }: Unit, runOne: RunOne): Promise<void> {
		if (isBulk) return await this.startBulk(jobs, runOne);
		if (together && jobs.length > 1 && this.groups.combinesSearches)
			return await this.startSearches(jobs, together, runOne);
		for (const job of jobs) await runOne(job);
	}

	async run(job: Job, next: Next<Job>): Promise<ItemContent[]> {
		const send = async () => await next(job);
		return await (this.gatherings.get(job)?.share(job, send) ?? send());
	}

	/** Jobs that cannot share a request with an earlier one are sent after it. */
	private async startBulk(jobs: readonly Job[], runOne: RunOne): Promise<void> {
		let left = jobs;
		while (left.length > 0) {
			const { now, later } = apart(left);
			this.bulkRequests.announce(now.filter(isDryRun));
			await this.gather(now, runOne, async (waiting) => await this.bulkRequests.send(waiting));
			left = later;
		}
	}

	private async startSearches(
		jobs: readonly Job[],
		together: Together<Record<string, unknown>>,
		runOne: RunOne,
	): Promise<void> {
		await this.gather(jobs, runOne, async (waiting) => {
			const { shares, isMixed } = await sharesOf(jobs, together);
			// If a response could not be split once, later ones cannot be split either.
			if (isMixed) this.groups.combinesSearches = false;
			for (const one of waiting) {
				await yieldToEventLoop();
				const share = shares.get(one.job);
				if (share) one.resolve(share);
				else await this.sendAlone(one);
			}
		});
	}

	private async sendAlone({ send, resolve, reject, settled }: Waiting): Promise<void> {
		await (this.results.goesOn ? send() : Promise.reject(RUN_STOPPED)).then(resolve, reject);
		await settled();
	}

	private async gather(
		jobs: readonly Job[],
		runOne: RunOne,
		send: (waiting: readonly Waiting[]) => Promise<unknown>,
	): Promise<void> {
		const gathering = new Gathering(jobs);
		for (const job of jobs) this.gatherings.set(job, gathering);
		await gathering.run(runOne, send);
		for (const job of jobs) this.gatherings.delete(job);
	}
}
