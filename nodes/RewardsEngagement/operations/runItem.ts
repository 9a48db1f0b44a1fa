import type { IExecuteFunctions } from 'n8n-workflow';

import type { Client } from '../api/client';
import { nextPage } from '../api/paging';
import type { ApiRequest } from '../api/request';
import { InvalidParameter } from '../fields/invalidParameter';
import * as declared from './index';
import type { Call, ItemContent, Operation } from './operation';
import { toJsonItems } from './response';
import { readValues } from './values';

/** Every operation of the node. */
export const operations: readonly Operation[] = Object.values(declared);

/**
 * Runs the operation that one input item asks for.
 *
 * @returns the contents of its output items
 * @throws {InvalidParameter} before anything is sent
 * @throws {ServiceProblem} when the service did not do it, or may not have
 */
export async function runItem(
	context: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<ItemContent[]> {
	const operation = chosenOperation(context, itemIndex);
	const values = readValues(context, operation, itemIndex, client.connection);
	const call = { context, client, values, request: operation.request(values) };
	return await (operation.perform ? operation.perform(call) : sendAndGive(operation, call));
}

/** Sends the request and gives its answer. Lists are followed to their end unless the user asked for one page. */
async function sendAndGive(
	operation: Operation,
	{ client, values, request }: Call<Record<string, unknown>>,
): Promise<ItemContent[]> {
	const items: ItemContent[] = [];
	for (let next: ApiRequest | undefined = request; next;) {
		const { body } = await client.send(next, operation);
		for (const json of toJsonItems(operation.response, body, values)) items.push({ json });
		next = operation.response.kind === 'list' ? nextPage(next, body) : undefined;
	}
	return items;
}

function chosenOperation(context: IExecuteFunctions, itemIndex: number): Operation {
	const resource = context.getNodeParameter('resource', itemIndex);
	const name = context.getNodeParameter('operation', itemIndex);
	const chosen = operations.find((operation) => operation.resource === resource && operation.name === name);
	if (chosen) return chosen;
	throw new InvalidParameter(
		`This node has no operation "${String(name)}" for the resource "${String(resource)}"`,
		'Choose an operation from the list. For any other call to the service use the HTTP Request node with this credential.',
	);
}
