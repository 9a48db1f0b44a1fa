// Falls with nodes/RewardsEngagement/run/pipeline.ts.

import type { Problem, Progress } from '../../nodes/RewardsEngagement/errors';
import type { ItemContent } from '../../nodes/RewardsEngagement/declare/operation';
import { Pipeline, type Stage } from '../../nodes/RewardsEngagement/run/pipeline';

import type { Job } from '../../nodes/RewardsEngagement/run/job';

const log: string[] = [];
beforeEach(() => (log.length = 0));
const UNSENT: Progress = { hasSent: false, mayHaveActed: false };
const jobAt = (progress: Progress) =>
	({ itemIndex: 7, operation: {}, client: { progress } }) as unknown as Job;
const job = jobAt(UNSENT);
const DONE: ItemContent[] = [{ json: { done: true } }];

const stage = (name: string, own: Partial<Stage<Job>> = {}): Stage<Job> => ({
	survey: async (jobs, next) => {
		log.push(`${name} sees ${jobs.length}`);
		const sent = await next(jobs);
		log.push(`${name} sends ${sent.length}`);
		return sent;
	},
	run: async (one, next) => {
		log.push(`${name} begins`);
		const contents = await next(one);
		log.push(`${name} ends`);
		return contents;
	},
	close: () => void log.push(`${name} closes`),
	...own,
});
const last: Stage<Job> = { run: async () => await Promise.resolve(DONE) };
const pipelineOf = (...stages: Array<Stage<Job>>) => new Pipeline(stages);
const goesOn = () => true;
const refuse = () => {};

describe('the stages of a job', () => {
	it('run from the outside in, and end the other way round', async () => {
		expect(await pipelineOf(stage('one'), stage('two'), last).run(job)).toBe(DONE);
		expect(log).toEqual(['one begins', 'two begins', 'two ends', 'one ends']);
	});

	it('each get an error that tells the outcome', async () => {
		const seen: string[] = [];
		const watching = stage('watching', {
			run: async (one, next) =>
				await next(one).catch((thrown: Problem) => {
					seen.push(thrown.told.outcome);
					throw thrown;
				}),
		});
		const failing = stage('failing', {
			run: async () => {
				await Promise.resolve();
				throw new Error('Broken');
			},
		});
		const pipeline = pipelineOf(watching, failing);
		for (const [mayHaveActed, message] of [
			[false, 'Broken'],
			[true, 'Outcome unknown: broken'],
		] as const) {
			const failed = pipeline.run(jobAt({ hasSent: true, mayHaveActed }));
			await expect(failed).rejects.toMatchObject({ told: { message } });
		}
		expect(seen).toEqual(['notApplied', 'unknown']);
	});

	it('need one that gives a result', async () => {
		await expect(pipelineOf(stage('one')).run(job)).rejects.toThrow('No stage gave a result');
	});

	it('survey all jobs in the same order, each of those that the one before it lets through', async () => {
		const halving = stage('halving', {
			survey: async (jobs, next) => await next(jobs.slice(1)),
		});
		await pipelineOf(stage('one'), halving, last, stage('two'), last).survey([job, job], refuse, goesOn);
		expect(log).toEqual(['one sees 2', 'two sees 1', 'two sends 1', 'one sends 1']);
	});

	it('refuse jobs in a survey, and survey nothing once that has stopped the run', async () => {
		const refused: string[] = [];
		const refusing = stage('refusing', {
			survey: async (jobs, next, refuseJob) => {
				for (const one of jobs) refuseJob(one, new Error('No'));
				return await next([]);
			},
		});
		await pipelineOf(stage('one'), refusing, stage('two'), last).survey(
			[job],
			({ itemIndex }, { told }) => void refused.push(`${itemIndex}: ${told.message}, ${told.outcome}`),
			() => refused.length === 0,
		);
		expect([refused, log]).toEqual([['7: No, notApplied'], ['one sees 1', 'one sends 0']]);
	});

	it('close in their order', async () => {
		await pipelineOf(stage('one'), last, stage('two')).close();
		expect(log).toEqual(['one closes', 'two closes']);
	});
});
