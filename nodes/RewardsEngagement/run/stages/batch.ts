import type { ItemContent } from '../../declare/operation';
import { isDryRun, type Job } from '../job';
import type { Next, Stage } from '../pipeline';
import type { Results } from '../results';
import { BulkRequests } from './bulkRequests';
import { Gathering, type RunOne } from './gathering';
import { apart, Groups, type Unit } from './groups';

/**
 * Lets jobs share bulk requests. Each job gets its share of the response.
 *
 * Its state lives as long as the run of the node.
 */
export class Batch implements Stage<Job> {
	readonly groups = new Groups();

	private readonly gatherings = new Map<Job, Gathering>();

	private readonly bulkRequests: BulkRequests;

	constructor(results: Pick<Results, 'goesOn'>) {
		this.bulkRequests = new BulkRequests(results);
	}

	/** Runs the jobs of a unit, and sends their shared requests. */
	async start({ isBulk, jobs }: Unit, runOne: RunOne): Promise<void> {
		if (isBulk) await this.startBulk(jobs, runOne);
		else for (const job of jobs) await runOne(job);
	}

	async run(job: Job, next: Next<Job>): Promise<ItemContent[]> {
		return await (this.gatherings.get(job)?.share(job) ?? next(job));
	}

	/** Jobs that cannot share a request with an earlier one are sent after it. */
	private async startBulk(jobs: readonly Job[], runOne: RunOne): Promise<void> {
		let left = jobs;
		while (left.length > 0) {
			const { now, later } = apart(left);
			this.bulkRequests.announce(now.filter(isDryRun));
			const gathering = new Gathering(now);
			for (const job of now) this.gatherings.set(job, gathering);
			await gathering.run(runOne, async (waiting) => await this.bulkRequests.send(waiting));
			for (const job of now) this.gatherings.delete(job);
			left = later;
		}
	}
}
