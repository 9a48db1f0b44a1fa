import type { ApiRequest } from '../../../nodes/RewardsEngagement/api/request';
import type { Field, Fields } from '../../../nodes/RewardsEngagement/fields/field';
import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { Contract } from '../../../sandbox/contract/contract';
import type { Operation as Endpoint, Schema } from '../../../sandbox/contract/document';
import { endpointNamed, endpointOf, operationIdOf } from '../../../scripts/lib/derived/endpoints';
import { topLevelOf } from '../../fixtures/operations';
import { panelContext } from '../panelContext';
import { declaredEffectProblems } from './declaredEffect';
import { sampleOf, sampleValues } from './samples';
import { pageParameters, undeclaredPaging } from './undeclaredPaging';

type Values = Record<string, unknown>;

/**
 * Compares an operation with its endpoint. The verb and the path match, with each id in its place. The node offers
 * every query parameter and body field, and no others. It always sends the required ones. The types, the allowed
 * words and the effect are the documented ones.
 *
 * @returns the problems
 */
export async function contractProblems(operation: RemoteOperation): Promise<string[]> {
	const { certainty = 'stated', alternative } = operation;
	const endpoint = await endpointOf(operation);
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
	const { values: all, additionalFields, updateFields } = sampleOf(operation, isAlternative);
	const chosen = isAlternative ? operation.alternative?.values : {};
	const full = operation.request(all);
	const inPath = pathParameters(endpoint.path, full.path.text);
	if (!inPath || endpoint.method !== full.method) {
		const documented = `${endpoint.operationId} is ${endpoint.method} ${endpoint.path}`;
		return [`${full.method} ${full.path.text} is no endpoint of the document: ${documented}`];
	}

	const contract = await Contract.load();
	const problems = declaredEffectProblems(operation, endpoint);
	if (operation.permission !== endpoint.scopes?.[0] && operation.permission !== undefined) {
		problems.push(`its permission is ${operation.permission}, but the document says ${endpoint.scopes?.[0]}`);
	}
	for (const [name, value] of Object.entries(inPath)) {
		if (value !== all[name]) problems.push(`the path holds "${value}" for ${name}`);
	}
	problems.push(
		...queryProblems({ contract, chains: await offeredChains() }, operation, endpoint, full),
		...bodyProblems(contract, endpoint, full, updateFields),
	);

	const minimum = minimalRequest(operation, topLevelOf(operation), chosen);
	const isUpdate = Object.keys(updateFields).length > 0;
	if (!isUpdate) problems.push(...requiredProblems(endpoint, minimum));
	problems.push(...unsetProblems(minimum, Object.keys({ ...additionalFields, ...updateFields })));
	if (!operation.perform)
		problems.push(...idleProblems(operation, all, { ...additionalFields, ...updateFields }));
	return problems;
}

/** Every value that a user can set changes the request, except those that only change the output. */
function idleProblems(operation: RemoteOperation, all: Values, fields: Fields): string[] {
	const full = JSON.stringify(operation.request(all));
	return Object.entries(fields)
		.filter(([name]) => name !== 'fullResponse')
		.filter(([name]) => JSON.stringify(operation.request({ ...all, [name]: undefined })) === full)
		.map(([name]) => `${name} changes nothing of the request`);
}

/**
 * The request with only the required fields. When that is refused as too little, it also has the other top-level
 * fields.
 */
function minimalRequest(operation: RemoteOperation, topLevel: Fields, chosen: Values = {}): ApiRequest {
	const required = Object.fromEntries(Object.entries(topLevel).filter(([, { optional }]) => !optional));
	try {
		return operation.request({ ...sampleValues(required), ...chosen });
	} catch (error) {
		if ((error as Error).name !== 'Problem') throw error;
		return operation.request({ ...sampleValues(topLevel), ...chosen });
	}
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
	{ contract, chains }: { contract: Contract; chains: readonly string[] },
	operation: RemoteOperation,
	endpoint: Endpoint,
	{ query = {} }: ApiRequest,
): string[] {
	const documented = endpoint.parameters.filter((parameter) => parameter.in === 'query');
	const sent = Object.keys(query);
	// The first request has no place of a page, because a response names it. It also has no page size when paging is
	// inferred.
	const { pagination } = operation;
	if (pagination) sent.push(pagination.place, ...(pagination.isInferred ? [pagination.size] : []));
	const paging = undeclaredPaging(operation, endpoint);
	// One message about pages is enough.
	if (paging.length > 0) sent.push(...pageParameters(endpoint));
	return [
		...paging,
		...documented
			.filter(({ name }) => name === pagination?.place || name === pagination?.size)
			.filter((one) => (one['x-certainty'] === 'I') !== (pagination?.isInferred === true))
			.map(({ name }) => `the query name ${name} is stated in one place, and inferred in the other`),
		...difference(
			sent,
			documented.map(({ name }) => name),
		).map((name) => `the query name ${name} is not documented`),
		// An operation that uses the endpoint of another one sends only what it needs.
		...difference(operation.endpoint === undefined ? documented.map(({ name }) => name) : [], sent).map(
			(name) => `the query name ${name} is not offered`,
		),
		...documented.flatMap(({ name, schema }) => [
			...typeProblems(contract, `query ${name}`, schema, asText(schema, query[name])),
			...enumProblems(name, schema, fieldNamed(operation, name), chains),
		]),
	];
}

/** A query is text, so a number is valid where the document has text. */
function asText(schema: Schema, value: unknown): unknown {
	return schema.type === 'string' && typeof value === 'number' ? String(value) : value;
}

function bodyProblems(
	contract: Contract,
	endpoint: Endpoint,
	{ body }: ApiRequest,
	updateFields: Fields,
): string[] {
	const schema = endpoint.requestBody?.content['application/json']?.schema;
	if (!schema) return body === undefined ? [] : ['a body is sent, but the document has none'];
	if (body === undefined) return ['no body is sent'];
	const documented = schema.properties as Record<string, Schema> | undefined;
	if (!documented) return [];
	const names = Object.keys(documented);
	return [
		...difference(Object.keys(body), names).map((name) => `the body field ${name} is not documented`),
		...difference(names, Object.keys(body)).map((name) => `the body field ${name} is not offered`),
		...difference(
			Object.entries(updateFields).map(([name, { addsTo = name }]) => addsTo),
			names,
		).map((name) => `the update field ${name} is not documented`),
		...typeProblems(contract, 'body', schema, body),
	];
}

/**
 * The required values of the document must be sent, even when the user filled in only the required fields of the
 * editor.
 */
function requiredProblems(endpoint: Endpoint, { query = {}, body = {} }: ApiRequest): string[] {
	const queryNames = endpoint.parameters
		.filter((one) => one.in === 'query' && one.required)
		.map(({ name }) => name);
	const schema = endpoint.requestBody?.content['application/json']?.schema;
	const bodyNames = (schema?.required ?? []) as string[];
	return [
		...queryNames
			.filter((name) => query[name] === undefined)
			.map((name) => `the required query ${name} is not sent`),
		...bodyNames
			.filter((name) => body[name] === undefined)
			.map((name) => `the required field ${name} is not sent`),
	];
}

/** Values that the user did not set are not sent. */
function unsetProblems({ query = {}, body = {} }: ApiRequest, optionalNames: string[]): string[] {
	return optionalNames
		.filter((name) => query[name] !== undefined || body[name] !== undefined)
		.map((name) => `${name} is sent although it was not set`);
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

function fieldNamed(
	{ parameters, additionalFields = {} }: RemoteOperation,
	name: string,
): Field<unknown> | undefined {
	return parameters[name] ?? additionalFields[name];
}

/** The decoded value of each `{name}` in a path template, or `undefined` when the path does not match it. */
function pathParameters(template: string, path: string): Record<string, string> | undefined {
	const [expected, actual] = [template.split('/'), path.split('/')];
	if (expected.length !== actual.length) return undefined;
	const values: Record<string, string> = {};
	for (const [index, part] of expected.entries()) {
		const name = /^\{(.+)\}$/.exec(part)?.[1];
		if (name === undefined && part !== actual[index]) return undefined;
		if (name !== undefined) values[name] = decodeURIComponent(actual[index]!);
	}
	return values;
}

function difference(names: readonly string[], others: readonly string[]): string[] {
	return names.filter((name) => !others.includes(name));
}
