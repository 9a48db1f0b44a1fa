import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemContent } from '../../declare/operation';
import { outcomeOfThrown } from '../../errors';
import { isLocal, isOnce, type Job, type LocalJob } from '../job';
import type { Next, Stage, Survey } from '../pipeline';
import { tryMemoryOf, type Result, type TryMemory } from '../tryMemory';

/**
 * Returns the result of an earlier try by n8n's *Retry On Fail* again. If one item fails, n8n tries all items again.
 * Without this stage, the others would be paid again.
 *
 * Its state is a {@link TryMemory}.
 */
export class RetryMemory implements Stage<Job | LocalJob> {
	private readonly results?: TryMemory['results'];

	constructor(context: IExecuteFunctions) {
		this.results = tryMemoryOf(context)?.results;
	}

	async survey<J extends Job | LocalJob>(jobs: readonly J[], next: Survey<J>): Promise<readonly J[]> {
		return await next(jobs.filter(({ itemIndex }) => !this.results?.has(itemIndex)));
	}

	async run<J extends Job | LocalJob>(job: J, next: Next<J>): Promise<ItemContent[]> {
		const { results } = this;
		const isRemembered = isLocal(job) || isOnce(job) || job.key !== undefined;
		if (!results || !isRemembered) return await next(job);
		const { itemIndex } = job;
		const result = results.get(itemIndex) ?? (await resultOf(next(job)));
		// An operation that sends nothing may have changed n8n's store before it failed.
		const isKept = !('thrown' in result) || isLocal(job) || outcomeOfThrown(result.thrown) !== 'notApplied';
		if (isKept) results.set(itemIndex, result);
		if ('thrown' in result) throw result.thrown;
		return result.contents;
	}
}

async function resultOf(work: Promise<ItemContent[]>): Promise<Result> {
	return await work.then(
		(contents) => ({ contents }),
		(thrown: unknown) => ({ thrown }),
	);
}
