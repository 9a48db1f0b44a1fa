import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import type { OperationRequest } from '../api/request';
import type { LocalOperation } from '../declare/operation';
import type { RunOptions } from '../declare/options';
import type { RemoteOperation } from '../declare/registry';
import { UNSENT, type Progress, type SharedRequest } from '../errors';
import type { PlacedItem } from '../idempotency/runKeys';

/** The values of one input item. */
interface OfItem {
	readonly itemIndex: number;
	readonly values: Readonly<Record<string, unknown>>;
}

/** What one input item asks of the service, read and checked. A value may still be the name of a record. */
export interface Draft extends OfItem {
	readonly operation: RemoteOperation;
	readonly options: RunOptions;
	/** Sends only the requests of this item, so its `progress` is the item's. */
	readonly client: Client;
	/** The labels of records that the item names, by field, if they are known. */
	readonly names: Readonly<Record<string, string>>;
}

/** The part of a record that an item may have, for a user or for an AI model. */
export interface OutputForm {
	/** Converts a record for an item. */
	give: (json: IDataObject) => IDataObject;
	/** Converts a request for a dry run. */
	show: (json: IDataObject) => IDataObject;
	/** Fields that a model must not get, not even in a refusal. */
	keptFromModel: readonly string[];
}

/** What one input item asks of the service, with all records named by ID. It passes through the stages. */
export interface Job extends Draft {
	readonly request: OperationRequest;
	readonly output: OutputForm;
	/** The idempotency key, if the item is protected. */
	readonly key?: PlacedItem;
	/** For a dry run: the request that it would share with other items. */
	wouldShare?: SharedRequest;
}

/** What one input item asks of an operation that sends nothing. */
export interface LocalJob extends OfItem {
	readonly operation: LocalOperation;
}

export function isLocal(job: Draft | LocalJob): job is LocalJob {
	return 'run' in job.operation;
}

/** Progress of the job's requests. */
export function progressOf(job: Job | LocalJob): Progress {
	return isLocal(job) ? UNSENT : job.client.progress;
}

/** Whether a repeat would act a second time, such as pay twice. */
export function isOnce({ request }: Job): boolean {
	return request.policy.effect === 'once';
}

export function isDryRun({ options }: Job): boolean {
	return options.dryRun === true;
}

/** Whether the whole response is wanted, and not only its records. */
export function isFullResponse({ values }: Pick<Job, 'values'>): boolean {
	return values.fullResponse === true;
}
