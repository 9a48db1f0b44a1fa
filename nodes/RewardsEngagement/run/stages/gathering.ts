import type { ItemContent } from '../../declare/operation';
import type { Job } from '../job';

/** A job that is ready to send its request. */
export interface Waiting {
	job: Job;
	resolve: (contents: ItemContent[]) => void;
	reject: (thrown: unknown) => void;
	/** Resolves once the run has its result. */
	settled: () => Promise<void>;
}

/** Runs a job up to its result. It never rejects. */
export type RunOne = (job: Job) => Promise<void>;

/** Jobs that run concurrently up to their requests, and wait there for each other. */
export class Gathering {
	private readonly works = new Map<Job, Promise<void>>();

	private readonly waiting: Waiting[] = [];

	private missing: number;

	private tellComplete = () => {};

	constructor(private readonly jobs: readonly Job[]) {
		this.missing = jobs.length;
	}

	/**
	 * Starts all jobs at once, so that no two gatherings wait for each other's keys. Waits until each is ready to
	 * send or needs no request. Then it sends for the waiting jobs, in the order of the items.
	 */
	async run(runOne: RunOne, send: (waiting: readonly Waiting[]) => Promise<unknown>): Promise<void> {
		const isComplete = new Promise<void>((resolve) => (this.tellComplete = resolve));
		// Waiting jobs end only after all have arrived. Their second call of `arrived` then has no effect.
		for (const job of this.jobs)
			this.works.set(
				job,
				runOne(job).finally(() => this.arrived()),
			);
		await isComplete;
		this.waiting.sort((one, other) => one.job.itemIndex - other.job.itemIndex);
		if (this.waiting.length > 0) await send(this.waiting);
		await Promise.all(this.works.values());
	}

	/** A job of the gathering waits for its share. */
	async share(job: Job): Promise<ItemContent[]> {
		const settled = async () => await this.works.get(job);
		return await new Promise<ItemContent[]>((resolve, reject) => {
			this.waiting.push({ job, resolve, reject, settled });
			this.arrived();
		});
	}

	private arrived(): void {
		this.missing -= 1;
		if (this.missing === 0) this.tellComplete();
	}
}
