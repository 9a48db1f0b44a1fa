import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Client } from '../api/client';
import { nextPage } from '../api/paging';
import type { ApiRequest } from '../api/request';
import { InvalidParameter } from '../fields/invalidParameter';
import * as declared from './index';
import type { Operation } from './operation';
import { toJsonItems } from './response';
import { readValues } from './values';

/** Every operation of the node. */
export const operations: readonly Operation[] = Object.values(declared);

/**
 * Runs the operation that one input item asks for. Lists are followed to their last page unless the user asked for
 * one page.
 *
 * @returns the JSON of its output items
 * @throws {InvalidParameter} before anything is sent
 * @throws {ServiceProblem} when the service did not do it, or may not have
 */
export async function runItem(
	context: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<IDataObject[]> {
	const operation = chosenOperation(context, itemIndex);
	const values = readValues(context, operation, itemIndex, client.connection.realmId);
	const items: IDataObject[] = [];
	for (let request: ApiRequest | undefined = operation.request(values); request;) {
		const { body } = await client.send(request, operation.effect, operation.permission);
		for (const item of toJsonItems(operation.response, body, values)) items.push(item);
		request = operation.response.kind === 'list' ? nextPage(request, body) : undefined;
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
