import type { Client } from '../api/client';
import type { OperationRequest } from '../api/request';
import { InvalidParameter } from '../errors/invalidParameter';
import type { SharedRequest } from '../errors/serviceProblem';
import type { PlacedItem } from '../idempotency/runKeys';
import type { Bulk, Entry } from './bulk';
import type { ItemContent, Operation } from './operation';
import type { RunOptions } from './options';

/** Entries that the service takes at a time. */
export const MAX_BATCH_SIZE = 100;

/** The body field that holds the entries of a request. */
const ENTRIES = 'updates';

/** What an item adds to the requests of its run. */
export interface BulkPart {
	operation: Operation;
	bulk: Bulk;
	client: Client;
	/** With the entry of this item alone. */
	request: OperationRequest;
	values: Readonly<Record<string, unknown>>;
	/** Items with the same text may share a request. */
	group: string;
	/** Whose record it changes, in which realm. */
	identity: string;
	/** Items of a request. */
	most: number;
	/** The key that it is sent under: items under one key never share a request. */
	key?: string;
	/** Of a dry run: the request that it would share. */
	wouldShare?: SharedRequest;
	/** Waits to be sent with the others, and gives what came of its own entry. */
	send: () => Promise<ItemContent[]>;
}

export function bulkPartOf(
	operation: Operation,
	request: OperationRequest,
	values: Readonly<Record<string, unknown>>,
	options: RunOptions,
	client: Client,
	keyed: PlacedItem | undefined,
): BulkPart | undefined {
	const { bulk } = operation;
	if (!bulk) return undefined;
	const { method, path, query, body } = request;
	const shared = { ...body, [ENTRIES]: undefined };
	return {
		operation,
		bulk,
		client,
		request,
		values,
		// One request has one patience.
		group: JSON.stringify([method, path.text, query, shared, options]),
		identity: `${path.text} ${entriesOf(request).map(bulk.identityOf).join()}`,
		most: options.batchSize ?? MAX_BATCH_SIZE,
		key: keyed?.key,
		send: () => Promise.reject(new InvalidParameter('This item waits for a request that nobody makes')),
	};
}

export function entriesOf({ body }: OperationRequest): Entry[] {
	return body?.[ENTRIES] as Entry[];
}

/** One request for several items of a group, with their entries in this order. */
export function joined(parts: readonly BulkPart[]): OperationRequest {
	const [first] = parts as readonly [BulkPart];
	const { request } = first;
	return {
		...request,
		// Which of many entries is meant nobody can tell.
		names: parts.length > 1 ? undefined : request.names,
		body: { ...request.body, [ENTRIES]: parts.flatMap((part) => entriesOf(part.request)) },
	};
}
