import type { Operation as Endpoint } from '../../../sandbox/contract/document';
import { Disagreements } from './disagreement';
import type { Names, Row } from './row';
import { schemaPartsOf } from './schemaParts';
import { typeOfSchema } from './schemaType';

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
	compareNames(found, row, 'query name', row.query, query, inferred);

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
	compareNames(found, row, 'body name', body, documented);
	return found.found;
}

/** @param inferred names whose existence and type the contract does not state */
function compareNames(
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
