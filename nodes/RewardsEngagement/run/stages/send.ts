import type { IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../../api/connection';
import type { ItemContent } from '../../declare/operation';
import { anything, bare, toJsonItems } from '../../declare/response';
import { isFullResponse, type Job, type LocalJob } from '../job';
import type { Stage } from '../pipeline';

/** Sends the request of a job and returns its response, or runs the operation's `perform`. It has no state. */
export class Send implements Stage<Job> {
	constructor(private readonly context: IExecuteFunctions) {}

	async run(job: Job): Promise<ItemContent[]> {
		const { operation, client, values, request } = job;
		if (operation.perform) return await operation.perform({ context: this.context, client, values, request });
		return operation.response.kind === 'list'
			? await listed(job)
			: itemsOf(job, (await client.send(request)).body);
	}
}

/** Runs an operation that sends nothing. */
export class RunLocal implements Stage<LocalJob> {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly connection: Connection,
	) {}

	async run({ itemIndex, operation, values }: LocalJob): Promise<ItemContent[]> {
		const { context, connection } = this;
		return await operation.run({ context, itemIndex, values, connection });
	}
}

/** As many records as are wanted, or the pages with them. */
async function listed(job: Job): Promise<ItemContent[]> {
	const { client, request } = job;
	const contents: ItemContent[] = [];
	for await (const body of client.pages(request)) {
		for (const content of itemsOf(job, body)) contents.push(content);
	}
	return isFullResponse(job) ? contents : contents.slice(0, request.listing?.maxRecords);
}

function itemsOf(job: Job, body: unknown): ItemContent[] {
	const { operation, values } = job;
	// A read with an empty response found nothing.
	if (body === undefined && operation.effect === 'read') return [];
	const shape = isFullResponse(job) ? bare(anything) : operation.response;
	return toJsonItems(shape, body, values).map((json) => ({ json }));
}
