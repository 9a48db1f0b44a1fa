import { questionOf } from '../../api/http';
import type { ItemContent } from '../../declare/operation';
import { copyOfJson } from '../../shared/copyOfJson';
import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import { isFullResponse, type Job } from '../job';
import type { Next, Stage } from '../pipeline';

/**
 * Sends one request for identical reads of a run. They share a failure too. Every job but the first gets a copy.
 *
 * Its state lives as long as the run of the node.
 */
export class SharedReads implements Stage<Job> {
	private readonly known = new Map<string, Promise<ItemContent[]>>();

	async run(job: Job, next: Next<Job>): Promise<ItemContent[]> {
		const { operation, client, request } = job;
		if (request.policy.effect !== 'read' || operation.perform) return await next(job);
		const form = `${isFullResponse(job)} ${request.listing?.maxRecords}`;
		const question = `${form} ${questionOf(client.connection, request)}`;
		const known = this.known.get(question);
		if (known) return await copied(await known);
		const asked = next(job);
		this.known.set(question, asked);
		return await asked;
	}
}

/** Many items may need copies of the same long response at once. */
async function copied(contents: readonly ItemContent[]): Promise<ItemContent[]> {
	const copies: ItemContent[] = [];
	for (const { json } of contents) {
		await yieldToEventLoop();
		copies.push({ json: copyOfJson(json) });
	}
	return copies;
}
