import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { addressOf } from '../../api/http';
import type { ApiRequest } from '../../api/request';
import { allFields } from '../../fields/field';
import type { SharedRequest } from '../../errors';
import type { RunKeys } from '../../idempotency/runKeys';
import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import { noted, type RunSummary } from '../hints';
import { isDryRun, type Job } from '../job';
import type { ItemContent } from '../operation';
import type { Next, Refuse, Stage, Survey } from '../pipeline';
import { previewKeys, type Preview } from '../previewKeys';

/**
 * Shows the request of a dry run and what its key would do, and never sends it.
 *
 * The data of the execution records what a dry run would have paid, like the keys of sent requests.
 */
export class DryRun implements Stage<Job> {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly keys: RunKeys,
		private readonly summary: RunSummary,
	) {}

	async survey(jobs: readonly Job[], next: Survey<Job>, refuse: Refuse<Job>): Promise<readonly Job[]> {
		const keyed = jobs.filter((job) => isDryRun(job) && job.key);
		try {
			if (keyed.length > 0) await this.preview(keyed);
		} catch (thrown) {
			for (const job of keyed) {
				await yieldToEventLoop();
				refuse(job, thrown);
			}
		}
		return await next(jobs.filter((job) => !isDryRun(job)));
	}

	private async preview(keyed: readonly Job[]): Promise<void> {
		const placed = keyed.flatMap(({ key }) => key ?? []);
		const previews = await previewKeys(this.keys, placed, true);
		keyed.forEach((job, index) => (job.preview = previews[index]));
	}

	async run(job: Job, next: Next<Job>): Promise<ItemContent[]> {
		if (!isDryRun(job)) return await next(job);
		const { operation, client, values, request, preview, wouldShare, output } = job;
		// Throws if nothing can be sent to this address.
		addressOf(client.connection, request);
		this.summary.dryRuns++;
		const item = dryRunItem(request, secretsOf(job), preview, wouldShare);
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

const PROTECTED: Record<Exclude<Preview['wouldBe'], 'skipped'>, { wouldBe: string; reason?: string }> = {
	sent: { wouldBe: 'sent' },
	refusedAsOpen: {
		wouldBe: 'refused',
		reason: 'Would not be sent: an earlier request with this key may have been applied',
	},
	refusedAsOther: {
		wouldBe: 'refused',
		reason: 'Would not be sent: this key was used for another request',
	},
	unknown: {
		wouldBe: 'unknown',
		reason: 'Unknown: other processes of this n8n instance use the same keys, so a dry run cannot check them',
	},
};

/**
 * The item of a dry run: the request that would be sent, without authentication, and the effect of repeat protection.
 *
 * @param secrets values of the request that no item may show
 * @param preview `undefined` if no key would be used
 * @param request that it would share with other items
 */
export function dryRunItem(
	{ method, path, query, body }: ApiRequest,
	secrets: ReadonlySet<unknown>,
	preview: Preview | undefined,
	request?: SharedRequest,
): IDataObject {
	const given = Object.entries({ query: shown(query, secrets), body: shown(body, secrets) });
	return {
		dryRun: true,
		...protection(preview),
		method,
		path: path.text,
		...(request && { request: { ...request } }),
		...(Object.fromEntries(given.filter(([, held]) => held !== undefined)) as IDataObject),
	};
}

function protection(preview: Preview | undefined): IDataObject {
	if (!preview) return { wouldBe: 'sent' };
	const { key, wouldBe, first } = preview;
	if (wouldBe !== 'skipped') return { ...PROTECTED[wouldBe], idempotencyKey: key };
	const reason = first
		? 'Would not be sent: another item of this execution has the same key'
		: 'Would not be sent: an earlier execution already did this with the same key';
	return {
		wouldBe,
		reason,
		idempotencyKey: key,
		firstRun: first ? { execution: 'this', ...first } : { execution: 'earlier' },
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
