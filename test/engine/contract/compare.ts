import { isDeepStrictEqual } from 'node:util';

import type { Names, Row } from './row';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';
import { hasType, isTextOf, schemaPartsOf, typeOfSchema, valuePartsOf, wordOf } from './schema';
import type { Extent, Filling, Situation } from './fill';
import type { Sent } from './recorder';

/** The differences between two witnesses, in the order: operation, field, the contract, the other witness. */
export class Disagreements {
	readonly found: string[] = [];

	/** @param other starts each text about the other witness, such as "the node sends" */
	constructor(
		private readonly operation: string,
		private readonly row: Row,
		private readonly other: string,
	) {}

	/** Adds a difference, unless both are equal. */
	compare(field: string, contract: string, other: string): void {
		if (contract === other) return;
		this.found.push(
			`${this.operation}, ${field}: the API contract (${this.row.section}) has ${contract}, ${this.other} ${other}`,
		);
	}

	/** Adds one for each name that only one of them has. */
	compareNames(place: string, contract: Iterable<string>, other: Iterable<string>): void {
		const [ours, theirs] = [new Set(contract), new Set(other)];
		for (const name of ours) if (!theirs.has(name)) this.compare(`${place} ${name}`, 'it', 'nothing of it');
		for (const name of theirs) if (!ours.has(name)) this.compare(`${place} ${name}`, 'nothing of it', 'it');
	}
}

/** One name of the API document. */
interface Documented {
	type: string;
	isRequired: boolean;
}

/**
 * Compares an endpoint of the API document with its row.
 *
 * @returns the differences
 */
export function compareEndpoint(key: string, row: Row, endpoint: Endpoint): string[] {
	const found = new Disagreements(key, row, 'the API document has');
	found.compare('method', row.method, endpoint.method);
	found.compare('path', row.path, endpoint.path);
	found.compareNames(
		'path name',
		[...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
		endpoint.parameters.filter((one) => one.in === 'path').map(({ name }) => name),
	);

	const query = new Map(
		endpoint.parameters
			.filter((one) => one.in === 'query')
			.map(({ name, schema, required = false }) => [
				name,
				{ type: typeOfSchema(schema), isRequired: required },
			]),
	);
	const { size, place } = row.inferredPaging ?? {};
	const inferred = [size, place].filter((name) => name !== undefined);
	compareDocumented(found, row, 'query name', row.query, query, inferred);

	const schema = endpoint.requestBody?.content['application/json']?.schema;
	found.compare('body', row.body === undefined ? 'none' : 'one', schema === undefined ? 'none' : 'one');
	if (row.body === undefined || !schema) return found.found;
	const body = row.body === 'any' ? {} : row.body;
	const parts = schemaPartsOf(schema, (beginning) =>
		Object.keys(body).some((name) => name.startsWith(beginning)),
	);
	const documented = new Map(
		[...parts].map(([name, { schema: one, isRequired }]) => [name, { type: typeOfSchema(one), isRequired }]),
	);
	compareDocumented(found, row, 'body name', body, documented);
	return found.found;
}

/** @param inferred names whose existence and type the contract does not state */
function compareDocumented(
	found: Disagreements,
	{ required, always }: Row,
	place: string,
	names: Names,
	documented: ReadonlyMap<string, Documented>,
	inferred: readonly string[] = [],
): void {
	found.compareNames(place, [...Object.keys(names), ...inferred], documented.keys());
	for (const [name, { type, isRequired }] of documented) {
		const stated = names[name];
		if (stated === undefined) continue;
		found.compare(`type of ${place} ${name}`, stated, type);
		const isStated = required.includes(name);
		// A name that is not stated may be required in the document, if every request has it.
		if (isStated !== isRequired && !(isRequired && name in always)) {
			const say = (yes: boolean) => (yes ? 'required' : 'optional');
			found.compare(`need of ${place} ${name}`, say(isStated), say(isRequired));
		}
	}
}

/** The expected request of an operation's run. */
export interface Wanted {
	/** Key of the table. */
	key: string;
	row: Row;
	extent: Extent;
	filling: Filling;
	situation?: Situation;
	/** The API key of the credential. */
	apiKey: string;
	/** The operation uses the endpoint of another one, and sends only what it needs. */
	isBorrowed?: boolean;
}

/**
 * Compares the first request of an operation with the row of its endpoint.
 *
 * @returns the differences
 */
export function compareRequest(wanted: Wanted, sent: Sent | undefined): string[] {
	const { key, row, filling } = wanted;
	const found = new Disagreements(key, row, 'the node sends');
	if (!sent) {
		found.compare('request', `${row.method} ${row.path}`, 'nothing');
		return found.found;
	}
	found.compare('method', row.method, sent.method);
	found.compare('path', pathOf(wanted), sent.path);
	const authorization = row.isForBrowser ? 'none' : `Bearer ${wanted.apiKey}`;
	found.compare('header Authorization', authorization, sent.authorization ?? 'none');

	compareQuery(found, wanted, sent.query);
	if (row.body === undefined) found.compare('body', 'none', jsonOf(sent.body));
	else if (row.body === 'any') found.compare('body', jsonOf(filling.values.body), jsonOf(sent.body));
	else compareBody(found, wanted, row.body, sent.body);
	return [...filling.unknown, ...found.found];
}

/** The path with every id in its place. */
function pathOf({ row, filling }: Wanted): string {
	return row.path.replace(/\{(\w+)\}/g, (place, name: string) => {
		const value = filling.values[name];
		return value === undefined ? place : encodeURIComponent(textOf(value));
	});
}

function compareNames(
	found: Disagreements,
	{ row, extent, filling, isBorrowed }: Wanted,
	place: string,
	known: readonly string[],
	sent: readonly string[],
): void {
	const { required, always, paging } = row;
	const minimum = known.filter(
		(name) => required.includes(name) || name in always || name === paging?.size || name === filling.update,
	);
	const everything = known.filter((name) => name !== paging?.place);
	// The first request may have the number of the first page. Any other place comes from a response.
	const rest = sent.filter((name) => name !== 'page' || name !== paging?.place);
	if (isBorrowed)
		found.compareNames(place, [...minimum, ...rest.filter((name) => known.includes(name))], rest);
	else found.compareNames(place, extent === 'everything' ? everything : minimum, rest);
}

/** Compares names and types, and checks that every value is under its own name. */
function compareQuery(found: Disagreements, wanted: Wanted, sent: Sent['query']): void {
	const { query } = wanted.row;
	const came = new Map<string, string[]>();
	for (const [name, value] of sent) came.set(name, [...(came.get(name) ?? []), value]);
	compareNames(found, wanted, 'query name', Object.keys(query), [...came.keys()]);
	for (const [name, values] of came) {
		const type = query[name];
		const text = values.join(' and ');
		if (type !== undefined && !isTextOf(type, values))
			found.compare(`type of query name ${name}`, type, text);
		const expected = filledIn(wanted, name);
		if (expected === undefined) continue;
		const texts = [expected].flat().map(textOf);
		found.compare(`value of query name ${name}`, texts.join(type === 'array' ? ' and ' : ','), text);
	}
}

function compareBody(found: Disagreements, wanted: Wanted, body: Names, sent: unknown): void {
	const parts = valuePartsOf(sent, (beginning) =>
		Object.keys(body).some((name) => name.startsWith(beginning)),
	);
	compareNames(found, wanted, 'body name', Object.keys(body), [...parts.keys()]);
	for (const [name, values] of parts) {
		const type = body[name];
		const other = type === undefined ? -1 : values.findIndex((value) => !hasType(type, value));
		if (other >= 0) {
			const value = values[other];
			const theirs = value === null ? 'null' : `${wordOf(value)} ${jsonOf(value)}`;
			found.compare(`type of body name ${name}`, String(type), theirs);
		}
		const expected = filledIn(wanted, name);
		if (expected === undefined || wanted.filling.addedTo.has(name)) continue;
		const wrong = values.find((value) => !isDeepStrictEqual(value, expected));
		if (wrong !== undefined) found.compare(`value of body name ${name}`, jsonOf(expected), jsonOf(wrong));
	}
}

/** The value that was filled in for a name of the request. Undefined for a value that the node sets itself. */
function filledIn({ row, filling, situation, isBorrowed }: Wanted, name: string): unknown {
	if (isBorrowed && !situation) return undefined;
	// The page size is the limit of the list, whatever its name in the contract.
	if (name === row.paging?.size) return filling.values.limit;
	return filling.values[situation?.sentFrom?.[name] ?? name.split(/[.[\]]+/).at(-1)!];
}

function jsonOf(value: unknown): string {
	return value === undefined ? 'none' : JSON.stringify(value);
}

/** A value in the form of a URL, before encoding. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
