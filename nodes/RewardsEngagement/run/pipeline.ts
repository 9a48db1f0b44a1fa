import { withOutcome, type Progress } from '../errors/withOutcome';
import type { ItemContent } from './operation';

/** Gives the contents of the output items of a job, or throws what is wrong with it. */
export type Next<J> = (job: J) => Promise<ItemContent[]>;

/** Sees jobs before any is sent, and gives those of them that will be sent. */
export type Survey<J> = (jobs: readonly J[]) => Promise<readonly J[]>;

/** Refuses a job. It then does not run. */
export type Refuse<J> = (job: J, thrown: unknown) => void;

/**
 * One concern of a run. Each stage calls `next` for what comes after it, and knows no other stage. What `next` throws
 * tells the outcome, see `outcomeOfThrown`, whatever the stages behind it throw.
 */
export interface Stage<J> {
	/** Called once, with all jobs of a run in order, if a repeat of any of them would do something a second time. */
	survey?(jobs: readonly J[], next: Survey<J>, refuse: Refuse<J>): Promise<readonly J[]>;
	run(job: J, next: Next<J>): Promise<ItemContent[]>;
	/** Called when the run ends. */
	close?(): Promise<void> | void;
}

/** The stages that a job passes through, the first outermost. */
export class Pipeline<J> {
	readonly run: Next<J>;

	/** @param progressOf how far the requests of a job have come, by which an error is judged */
	constructor(
		readonly stages: ReadonlyArray<Stage<J>>,
		progressOf: (job: J) => Progress,
	) {
		const none: Next<J> = async () => await Promise.reject(new Error('No stage gave a result'));
		this.run = stages.reduceRight<Next<J>>(
			(next, stage) => async (job) =>
				await withOutcome(progressOf(job), async () => await stage.run(job, next)),
			none,
		);
	}

	/** @param goesOn whether a refused job has not stopped the run */
	async survey(jobs: readonly J[], refuse: Refuse<J>, goesOn: () => boolean): Promise<void> {
		const sent: Survey<J> = async (left) => await Promise.resolve(left);
		const survey = this.stages.reduceRight<Survey<J>>(
			(next, stage) => async (left) =>
				goesOn() ? ((await stage.survey?.(left, next, refuse)) ?? (await next(left))) : [],
			sent,
		);
		await survey(jobs);
	}

	async close(): Promise<void> {
		for (const stage of this.stages) await stage.close?.();
	}
}
