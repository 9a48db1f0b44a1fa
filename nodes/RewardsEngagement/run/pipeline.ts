import type { ItemContent } from '../declare/operation';
import { toProblem, type Problem } from '../errors';
import { progressOf, type Job, type LocalJob } from './job';

/** Returns the contents of the output items of a job, or throws its error. */
export type Next<J> = (job: J) => Promise<ItemContent[]>;

/** Gets jobs before any is sent, and returns those that will be sent. */
export type Survey<J> = (jobs: readonly J[]) => Promise<readonly J[]>;

/** Refuses a job, which then does not run. */
export type Refuse<J> = (job: J, thrown: unknown) => void;

/**
 * One concern of a run. Each stage calls `next` for the rest of the pipeline, and knows no other stage. Whatever a
 * stage throws, `next` throws a {@link Problem}, which has an outcome.
 */
export interface Stage<J> {
	/** Called once with all jobs of a run in order, if any of them has the effect `once`. */
	survey?(jobs: readonly J[], next: Survey<J>, refuse: Refuse<J>): Promise<readonly J[]>;
	run(job: J, next: Next<J>): Promise<ItemContent[]>;
	/** Called when the run ends. */
	close?(): Promise<void> | void;
}

/** The stages that a job passes through, outermost first. */
export class Pipeline<J extends Job | LocalJob> {
	readonly run: Next<J>;

	constructor(readonly stages: ReadonlyArray<Stage<J>>) {
		const none: Next<J> = async () => await Promise.reject(new Error('No stage gave a result'));
		this.run = stages.reduceRight<Next<J>>(
			(next, stage) => async (job) => {
				try {
					return await stage.run(job, next);
				} catch (thrown) {
					throw toProblem(thrown, progressOf(job));
				}
			},
			none,
		);
	}

	/** @param goesOn whether the run continues after refused jobs */
	async survey(
		jobs: readonly J[],
		refuse: (job: J, problem: Problem) => void,
		goesOn: () => boolean,
	): Promise<void> {
		const refuseWithOutcome: Refuse<J> = (job, thrown) => refuse(job, toProblem(thrown, progressOf(job)));
		const sent: Survey<J> = async (left) => await Promise.resolve(left);
		const survey = this.stages.reduceRight<Survey<J>>(
			(next, stage) => async (left) =>
				goesOn() ? ((await stage.survey?.(left, next, refuseWithOutcome)) ?? (await next(left))) : [],
			sent,
		);
		await survey(jobs);
	}

	async close(): Promise<void> {
		for (const stage of this.stages) await stage.close?.();
	}
}
