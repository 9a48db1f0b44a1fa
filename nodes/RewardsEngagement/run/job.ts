import type { Client } from '../api/client';
import type { OperationRequest } from '../api/request';
import type { SharedRequest } from '../errors/serviceProblem';
import type { PlacedItem } from '../idempotency/runKeys';
import type { LocalOperation } from './operation';
import type { RunOptions } from './options';
import type { OutputForm } from './outputForm';
import type { Preview } from './previewKeys';
import type { RemoteOperation } from './registry';

/** What one input item asks for. */
interface OfItem {
	readonly itemIndex: number;
	readonly values: Readonly<Record<string, unknown>>;
}

/** What one input item asks of the service, read and checked. A value of it may be the name of a record. */
export interface Draft extends OfItem {
	readonly operation: RemoteOperation;
	readonly options: RunOptions;
	/** Sends the requests of this item alone: its `progress` says how far they have come. */
	readonly client: Client;
	/** What people call the records that it names, by field, where that is known. */
	readonly names: Readonly<Record<string, string>>;
}

/** What one input item asks of the service, with all records named by their IDs. It passes through the stages. */
export interface Job extends Draft {
	readonly request: OperationRequest;
	readonly output: OutputForm;
	/** The idempotency key, if the item is protected. */
	readonly key?: PlacedItem;
	/** Of a dry run: what would happen under the key. */
	preview?: Preview;
	/** Of a dry run: the request that it would share with other items. */
	wouldShare?: SharedRequest;
}

/** What one input item asks of an operation that sends nothing. */
export interface LocalJob extends OfItem {
	readonly operation: LocalOperation;
}

export function isLocal(job: Draft | LocalJob): job is LocalJob {
	return 'run' in job.operation;
}

/** Whether a repeat of it would pay, or do whatever it does, a second time. */
export function isOnce({ request }: Job): boolean {
	return request.policy.effect === 'once';
}

export function isDryRun({ options }: Job): boolean {
	return options.dryRun === true;
}

/** Whether the whole response is wanted, and not the records in it. */
export function isFullResponse({ values }: Pick<Job, 'values'>): boolean {
	return values.fullResponse === true;
}
