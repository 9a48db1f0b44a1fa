import { isDeepStrictEqual } from 'node:util';

import { Disagreements } from './disagreement';
import type { Extent, Filling } from './fill';
import { hasType, isTextOf, wordOf } from './jsonTypes';
import type { Sent } from './recorder';
import type { Names, Row } from './row';
import type { Situation } from './situations';
import { valuePartsOf } from './valueParts';

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
