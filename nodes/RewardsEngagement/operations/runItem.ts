import type { IExecuteFunctions } from 'n8n-workflow';

import type { Client } from '../api/client';
import { InvalidParameter } from '../fields/invalidParameter';
import { wholeResponse } from '../fields/wholeResponse';
import * as declared from './index';
import type { Call, ItemContent, Operation } from './operation';
import { anything, bare, toJsonItems } from './response';
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
	if (operation.perform) return await operation.perform(call);
	const chosen = context.getNodeParameter('additionalFields.wholeResponse', itemIndex, false);
	const isWhole = wholeResponse.schema.safeParse(chosen).data === true;
	return await sendAndGive(operation, call, isWhole);
}

/** Sends the request and gives its answer, a list to its end. */
async function sendAndGive(
	operation: Operation,
	{ client, values, request }: Call<Record<string, unknown>>,
	isWhole: boolean,
): Promise<ItemContent[]> {
	const shape = isWhole ? bare(anything) : operation.response;
	const toItems = (body: unknown) => toJsonItems(shape, body, values).map((json) => ({ json }));
	if (operation.response.kind !== 'list') return toItems((await client.send(request, operation)).body);
	const items: ItemContent[] = [];
	for await (const body of client.pages(request, operation)) items.push(...toItems(body));
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
