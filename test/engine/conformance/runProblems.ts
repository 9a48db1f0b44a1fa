import Ajv from 'ajv';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { outputSchemas } from '../../../scripts/lib/derived/outputSchemas';
import { hideSecrets } from '../../../sandbox/base/requestLog';
import { runNode } from '../engine';
import type { TestService } from '../sandbox';
import { nameOf, oneByOne, requestsOf, topLevelOf, type ItemValues } from '../../fixtures/operations';

const ajv = new Ajv({ strict: false });
const schemas = outputSchemas();

/**
 * Runs an operation in n8n's engine for items with different parameters. Compares the requests and the output with
 * the parameters of each item.
 *
 * @param scenario items for which the seeded service responds with success
 * @param count the number of items to run
 * @param nodeType a broken node, to prove that a problem is found
 * @returns the problems
 */
export async function runProblems(
	operation: RemoteOperation,
	scenario: ItemValues[],
	count: number,
	service: TestService,
	nodeType?: INodeType,
): Promise<string[]> {
	const credential = service.credential({ appUrl: service.appUrl });
	const seenBefore = service.requests.length;
	const items = scenario.slice(0, count);
	const { resource, name } = operation;
	const options = oneByOne(operation);
	const parameters = { resource, operation: name, ...expressions(operation, scenario[0]!), options };
	const input = items.map((item) => ({ item }));
	const run = await runNode({ credential, parameters, input, nodeType });
	if (run.error) return [`it failed: ${run.error.message} ${run.error.description ?? ''}`];

	const wanted = requestsOf(operation, items, credential);
	const sent = service.requests
		.slice(seenBefore)
		.map(({ method, path, query, body }) => requestLine(method, path, query, body));
	const allLines = wanted
		.filter(({ base }) => base !== 'app')
		.map(({ method, path, query, body }) => requestLine(method, path.text, query, body));
	// Identical reads share a request.
	const wantedLines = operation.effect === 'read' ? [...new Set(allLines)] : allLines;
	const problems: string[] = [];
	const missing = operation.perform ? [] : notInOrder(wantedLines, sent);
	problems.push(...missing.map((line) => `not sent, or not in order: ${line}`));
	if (operation.effect === 'once' && !operation.perform && sent.length !== items.length) {
		problems.push(`${sent.length} requests were sent for ${items.length} items`);
	}
	const pairs = run.items.map(({ pairedItem }) => JSON.stringify(pairedItem));
	const expectedPairs = items.map((_item, index) => JSON.stringify({ item: index }));
	if ([...new Set(pairs)].join() !== expectedPairs.join())
		problems.push(`the items are paired ${pairs.join()}`);
	for (const { json } of run.items) problems.push(...shapeProblems(operation, json));
	return problems;
}

/** The parameters of a user who takes every value from the item by expression. */
export function expressions(operation: RemoteOperation, item: ItemValues): INodeParameters {
	const parameters: INodeParameters = {};
	for (const [name, field] of Object.entries(topLevelOf(operation))) {
		if (!(name in item)) continue;
		const value = `={{ $json.item.${name} }}`;
		parameters[name] = field.property.type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
	}
	for (const name of ['additionalFields', 'updateFields']) {
		const keys = Object.keys((item[name] as object | undefined) ?? {});
		parameters[name] = Object.fromEntries(keys.map((key) => [key, `={{ $json.item.${name}.${key} }}`]));
	}
	return parameters;
}

function requestLine(method: string, path: string, query: unknown, body: unknown): string {
	const asText = Object.entries(query ?? {})
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}=${String(value)}`);
	return `${method} ${path}?${asText.sort().join('&')} ${JSON.stringify(hideSecrets(asSent(body)) ?? null)}`;
}

/** Without undefined values, which JSON leaves out. */
function asSent(body: unknown): unknown {
	return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

/** The lines that are missing or out of order. */
function notInOrder(wanted: string[], sent: string[]): string[] {
	let from = 0;
	return wanted.filter((line) => {
		const at = sent.indexOf(line, from);
		if (at >= 0) from = at + 1;
		return at < 0;
	});
}

/**
 * The API document does not describe the output of these. Their records have only an id, and the sandbox makes up the
 * rest.
 */
const UNDOCUMENTED = ['collection.getListings', 'nft.getListings', 'wallet.getListings'];

function shapeProblems(operation: RemoteOperation, json: IDataObject): string[] {
	const problems: string[] = [];
	const { response } = operation;
	const path = [...schemas.keys()].find((file) =>
		file.endsWith(`/${operation.resource}/${operation.name}.json`),
	);
	const schema = path === undefined ? undefined : schemas.get(path);
	if (response.kind !== 'done') {
		const { error } = response.record.safeParse(json);
		if (error) problems.push(`the item does not fit its record: ${error.message}`);
		const { shape } = response.record as unknown as { shape: object };
		// A payment also has its recipient and amount, and its schema shows them.
		const known = [
			...Object.keys(shape),
			...(operation.payment ? Object.keys(schema?.properties ?? {}) : []),
		];
		const unknown = Object.keys(json).filter((name) => !known.includes(name));
		if (unknown.length > 0 && !UNDOCUMENTED.includes(nameOf(operation)))
			problems.push(`the record does not know ${unknown.join(', ')}`);
	}
	if (!schema) return [...problems, 'it has no output schema'];
	if (Object.keys(schema.properties ?? {}).length === 0) problems.push('its output schema is empty');
	if (!ajv.validate(schema, json))
		problems.push(`the item does not fit its output schema: ${ajv.errorsText()}`);
	return problems;
}
