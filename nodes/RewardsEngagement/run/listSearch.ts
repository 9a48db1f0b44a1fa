import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { toNodeError } from '../errors/nodeError';
import { MAX_PAGES_INTERACTIVE } from '../api/paging';
import { INTERACTIVE } from '../api/retryPolicy';
import { InvalidParameter } from '../errors/invalidParameter';
import type { Operation } from './operation';
import { isRecord } from '../shared/json';

/** Runs a list operation for the editor and gives all its elements. */
export type ListSearch = (operation: Operation, values: Record<string, unknown>) => Promise<unknown[]>;

/**
 * Prepares searches in the realm that the node's panel shows, else the credential's.
 *
 * The returned function throws an error with the reason for the person at the screen.
 */
export async function openListSearch(context: ILoadOptionsFunctions): Promise<ListSearch> {
	const client = await Client.open(context, INTERACTIVE);
	const realmId = shownText(context.getCurrentNodeParameter('realmId')) || client.connection.realmId;
	return async (operation, values) => {
		try {
			if (realmId === '') {
				throw new InvalidParameter(
					'No realm is given',
					'Enter a realm ID in the credential or in this node.',
				);
			}
			return await listAll(client, operation, { realmId, ...values });
		} catch (thrown) {
			throw toNodeError(context.getNode(), thrown);
		}
	};
}

async function listAll(
	client: Client,
	operation: Operation,
	values: Record<string, unknown>,
): Promise<unknown[]> {
	const elements: unknown[] = [];
	for await (const body of client.pages(operation.request(values), operation, MAX_PAGES_INTERACTIVE)) {
		if (isRecord(body) && Array.isArray(body.data)) elements.push(...(body.data as unknown[]));
	}
	return elements;
}

/** A text worth showing, or an empty one. An expression that the editor has not resolved is not. */
export function shownText(value: unknown): string {
	return typeof value === 'string' && !value.startsWith('=') ? value.trim() : '';
}
