import type { ApiRequest } from '../../../nodes/RewardsEngagement/api/request';
import type { Field, Fields } from '../../../nodes/RewardsEngagement/fields/field';
import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { Contract } from '../../../sandbox/contract/contract';
import type { Operation as Endpoint, Schema } from '../../../sandbox/contract/document';
import { endpointNamed, operationIdOf } from '../../../scripts/lib/derived/endpoints';
import { panelContext } from '../engine';
import { documentedEndpoint } from './documented';
import { declaredEffectProblems } from './effectProblems';
import { sampleOf } from './samples';

/**
 * Compares an operation with its endpoint in what `test/engine/contract` does not compare. The effect, the permission
 * and the certainty are the documented ones. So are the types, and the words that the panel offers. Every value that a
 * user can set changes the request.
 *
 * @returns the problems
 */
export async function contractProblems(operation: RemoteOperation): Promise<string[]> {
	const { certainty = 'stated', alternative } = operation;
	const endpoint = await documentedEndpoint(operation);
	if (!endpoint) return [`the document has no operation ${operationIdOf(operation)}`];
	const problems = await problemsAt(operation, endpoint);
	const expected = { S: 'stated', P: 'partly', I: 'inferred' }[endpoint['x-certainty'] ?? 'S'];
	if (certainty !== expected)
		problems.push(`its certainty is ${certainty}, but the document says ${expected}`);
	if (!alternative) return problems;
	const other = await endpointNamed(alternative.endpoint);
	if (!other) return [...problems, `the document has no operation ${alternative.endpoint}`];
	return [...problems, ...(await problemsAt(operation, other, true))];
}

/** @param isAlternative whether it is the alternative endpoint of the operation */
async function problemsAt(
	operation: RemoteOperation,
	endpoint: Endpoint,
	isAlternative = false,
): Promise<string[]> {
	const { values, additionalFields, updateFields } = sampleOf(operation, isAlternative);
	const request = operation.request(values);
	const contract = await Contract.load();
	const problems = declaredEffectProblems(operation, endpoint);
	if (operation.permission !== endpoint.scopes?.[0] && operation.permission !== undefined) {
		problems.push(`its permission is ${operation.permission}, but the document says ${endpoint.scopes?.[0]}`);
	}
	problems.push(
		...queryProblems(contract, await offeredChains(), operation, endpoint, request),
		...bodyProblems(contract, endpoint, request),
	);
	if (!operation.perform)
		problems.push(...idleProblems(operation, values, { ...additionalFields, ...updateFields }));
	return problems;
}

/** Every value that a user can set changes the request, except those that only change the output. */
function idleProblems(operation: RemoteOperation, all: Record<string, unknown>, fields: Fields): string[] {
	const full = JSON.stringify(operation.request(all));
	return Object.entries(fields)
		.filter(([name]) => name !== 'fullResponse')
		.filter(([name]) => JSON.stringify(operation.request({ ...all, [name]: undefined })) === full)
		.map(([name]) => `${name} changes nothing of the request`);
}

let chainWords: readonly string[] | undefined;

/** The words that the list of chains in the panel offers. */
async function offeredChains(): Promise<readonly string[]> {
	if (chainWords) return chainWords;
	const { searchChains } = new RewardsEngagement().methods.listSearch;
	const { results } = await searchChains!.call(panelContext({}, {}));
	return (chainWords = results.map(({ value }) => String(value)));
}

function queryProblems(
	contract: Contract,
	chains: readonly string[],
	{ parameters, additionalFields = {} }: RemoteOperation,
	endpoint: Endpoint,
	{ query = {} }: ApiRequest,
): string[] {
	const documented = endpoint.parameters.filter((parameter) => parameter.in === 'query');
	return documented.flatMap(({ name, schema }) => [
		...typeProblems(contract, `query ${name}`, schema, asText(schema, query[name])),
		...enumProblems(name, schema, parameters[name] ?? additionalFields[name], chains),
	]);
}

/** A query is text, so a number is valid where the document has text. */
function asText(schema: Schema, value: unknown): unknown {
	return schema.type === 'string' && typeof value === 'number' ? String(value) : value;
}

function bodyProblems(contract: Contract, { requestBody }: Endpoint, { body }: ApiRequest): string[] {
	const schema = requestBody?.content['application/json']?.schema;
	return schema?.properties === undefined ? [] : typeProblems(contract, 'body', schema, body);
}

function typeProblems(contract: Contract, place: string, schema: Schema, value: unknown): string[] {
	if (value === undefined) return [];
	const { error } = contract.requestValidator(schema, 'body')(JSON.parse(JSON.stringify(value))) as {
		error?: Error;
	};
	return error ? [`${place}: ${error.message}`] : [];
}

/** The editor offers exactly the documented words. */
function enumProblems(
	name: string,
	schema: Schema,
	field: Field<unknown> | undefined,
	chains: readonly string[],
): string[] {
	const documented = schema.enum as string[] | undefined;
	if (!documented || !field) return [];
	const isChain = field.property.type === 'resourceLocator' && name === 'chain';
	const offered = isChain
		? chains
		: (field.property.options ?? []).map((option) => String((option as { value: unknown }).value));
	return [
		...difference(documented, offered).map((word) => `${name} does not offer ${word}`),
		...difference(offered, documented).map((word) => `${name} offers ${word}, which is not documented`),
	];
}

function difference(names: readonly string[], others: readonly string[]): string[] {
	return names.filter((name) => !others.includes(name));
}
