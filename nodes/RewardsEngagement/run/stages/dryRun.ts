import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { addressOf } from '../../api/http';
import type { ApiRequest } from '../../api/request';
import type { ItemContent } from '../../declare/operation';
import type { SharedRequest } from '../../errors';
import { allFields } from '../../fields/field';
import { noted, type RunSummary } from '../hints';
import { isDryRun, type Job } from '../job';
import type { Next, Stage, Survey } from '../pipeline';

/** Shows the request of a dry run and its key, and never sends it. It has no state. */
export class DryRun implements Stage<Job> {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly summary: RunSummary,
	) {}

	async survey(jobs: readonly Job[], next: Survey<Job>): Promise<readonly Job[]> {
		return await next(jobs.filter((job) => !isDryRun(job)));
	}

	async run(job: Job, next: Next<Job>): Promise<ItemContent[]> {
		if (!isDryRun(job)) return await next(job);
		const { operation, client, values, request, key, wouldShare, output } = job;
		// Throws if nothing can be sent to this address.
		addressOf(client.connection, request);
		this.summary.dryRuns++;
		const item = dryRunItem(request, secretsOf(job), key?.key, wouldShare);
		const found = await operation.preview?.({ context: this.context, client, values, request });
		return noted([{ json: output.show({ ...client.shown(item), ...client.shown(found) }) }]);
	}
}

/** The values that the panel hides. */
function secretsOf({ operation, values }: Job): Set<unknown> {
	const fields = Object.entries(allFields(operation));
	const secrets = fields.filter(([, { property }]) => property.typeOptions?.password);
	return new Set(secrets.map(([name]) => values[name]).filter((value) => value !== undefined));
}

/**
 * The item of a dry run: the request that would be sent, without authentication, and its key.
 *
 * @param secrets values of the request that no item may show
 * @param idempotencyKey `undefined` if no key would be used
 * @param request that it would share with other items
 */
function dryRunItem(
	{ method, path, query, body }: ApiRequest,
	secrets: ReadonlySet<unknown>,
	idempotencyKey: string | undefined,
	request?: SharedRequest,
): IDataObject {
	const given = Object.entries({ query: shown(query, secrets), body: shown(body, secrets) });
	return {
		dryRun: true,
		...(idempotencyKey !== undefined && { idempotencyKey }),
		method,
		path: path.text,
		...(request && { request: { ...request } }),
		...(Object.fromEntries(given.filter(([, held]) => held !== undefined)) as IDataObject),
	};
}

/** As JSON: `undefined` is not sent. */
function shown(value: unknown, secrets: ReadonlySet<unknown>): unknown {
	if (secrets.has(value)) return '[hidden]';
	if (Array.isArray(value)) return value.map((part) => shown(part, secrets));
	if (typeof value !== 'object' || value === null) return value;
	const parts = Object.entries(value)
		.filter(([, part]) => part !== undefined)
		.map(([name, part]) => [name, shown(part, secrets)]);
	return Object.fromEntries(parts);
}
