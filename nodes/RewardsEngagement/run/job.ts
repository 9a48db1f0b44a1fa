import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Client } from '../api/client';
import type { OperationRequest } from '../api/request';
import type { ItemContent, LocalOperation } from '../declare/operation';
import type { RunOptions } from '../declare/options';
import type { RegisteredOperation, Registry, RemoteOperation } from '../declare/registry';
import type { Labels } from '../fields/field';
import type { ParameterReader, Read } from '../fields/reader';
import type { LongWait } from '../host/longWait';
import type { PlacedItem, RunKeys } from '../once/runKeys';
import type { TriggerEventResolver } from '../once/origin';
import type { Decimal } from '../shared/decimal';
import type { Results } from './results';

/** Everything that the items of a run share. */
export interface Run {
	context: IExecuteFunctions;
	registry: Registry;
	client: Client;
	parameters: ParameterReader;
	/** The operation of all items. n8n evaluates no expression in it. */
	operation: RegisteredOperation;
	/** Reads and checks the parameters of an item. */
	read: Read<Parameters>;
	keys: RunKeys;
	/** The events that started the execution. */
	events: TriggerEventResolver;
	results: Results;
	longWait: LongWait;
	/** Responses to identical reads, by request. */
	reads: Map<string, Promise<ItemContent[]>>;
	/** The records of lists that operations read beside their own request, by request. */
	lists: Map<string, Promise<readonly unknown[]>>;
	/** The amounts that count for a limit, by item, and the items that moved something or may have. */
	counted: Map<number, Amount>;
	moved: Set<number>;
	/** How many requests of several items were made or shown. */
	sharedRequests: number;
	/** Whether an AI agent runs the node. */
	isTool: boolean;
}

/** The parameters of one item, read and checked. */
export interface Parameters {
	/** A member of a collection that the user did not add is missing, so that it is not sent. */
	values: Record<string, unknown>;
	options: RunOptions;
	/** For a payment: the labels of records chosen from lists, by parameter. */
	names: Labels;
}

/** What one input item asks of an operation that sends nothing. It has no client. */
export interface LocalJob {
	readonly itemIndex: number;
	readonly operation: LocalOperation;
	readonly values: Readonly<Record<string, unknown>>;
	readonly client?: undefined;
	readonly key?: undefined;
}

/** What one input item asks of the service, read and checked. A value may still be the name of a record. */
export interface Draft {
	readonly itemIndex: number;
	readonly operation: RemoteOperation;
	readonly values: Readonly<Record<string, unknown>>;
	readonly options: RunOptions;
	/** Sends only the requests of this item, so its `progress` is the item's. */
	readonly client: Client;
	/** The labels of records that the item names, by field, if they are known. */
	readonly names: Labels;
}

/** What one input item asks of the service, with all records named by ID. Nothing in it changes. */
export interface Job extends Draft {
	readonly request: OperationRequest;
	/** Whether a repeat would act a second time, such as pay twice. */
	readonly isOnce: boolean;
	/** Whether the request is only shown. */
	readonly isDryRun: boolean;
	/** Whether it may share its request. Identical reads share a response instead. */
	readonly isBulk: boolean;
	readonly output: OutputForm;
	/** The idempotency key to claim, if the item is protected. */
	readonly key?: PlacedItem;
	/** The key that a dry run would claim. */
	readonly shownKey?: PlacedItem;
}

export type AnyJob = Job | LocalJob;

/** Jobs that share one request: one, or several of a bulk operation. */
export type Unit = readonly [AnyJob, ...AnyJob[]];

/** The part of a record that an item may have, for a user or for an AI model. */
export interface OutputForm {
	/** Converts a record for an item. */
	give: (json: IDataObject) => IDataObject;
	/** Converts a request for a dry run. */
	show: (json: IDataObject) => IDataObject;
	/** Fields that a model must not get, not even in a refusal. */
	keptFromModel: readonly string[];
}

/** The amount that a job would move. */
export interface Amount {
	job: Job;
	size: Decimal;
	/** The amounts that it is counted with. */
	bucket: string;
	/** The name of the currency. */
	currency: string;
}
