import type { ApiDocument, MediaType, Parameter, PathItem, ResponseDescription, Schema } from './document';

/** A part of the document with an example: a parameter, a header, or a body of one media type. */
export interface Carrier {
	/** Its place, as a readable text. */
	place: string;
	carrier: { schema: Schema; example?: unknown };
}

const DATE_TIME = '2026-01-31T12:00:00.000Z';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * The example of a schema without references: its own, or one built from the examples of its parts.
 *
 * @throws Error with the part that has none, because a text needs a written example
 */
export function exampleOf(schema: Schema, place: string): unknown {
	const { examples, const: constant, default: usual, enum: words, allOf = [], properties, items } = schema;
	if (Array.isArray(examples) && examples.length > 0) return examples[0];
	if (constant !== undefined) return constant;
	if (usual !== undefined) return usual;
	if (Array.isArray(words)) return words[0];
	const type = [schema.type].flat().find((name) => name !== 'null');
	switch (type) {
		case 'object': {
			const inherited = (allOf as Schema[]).map((part) => exampleOf(part, place) as object);
			const own = Object.entries((properties ?? {}) as Record<string, Schema>).map(([name, part]) => [
				name,
				exampleOf(part, `${place}.${name}`),
			]);
			return Object.assign({}, ...inherited, Object.fromEntries(own));
		}
		case 'array':
			return items === undefined ? [] : [exampleOf(items as Schema, `${place}.0`)];
		case 'integer':
		case 'number':
			return schema.minimum ?? 1;
		case 'boolean':
			return true;
		default:
			if (schema.format === 'date-time') return DATE_TIME;
			throw new Error(`${place} has no example.`);
	}
}

function contentCarriers(place: string, content: Record<string, MediaType> = {}): Carrier[] {
	return Object.entries(content).map(([type, carrier]) => ({ place: `${place} ${type}`, carrier }));
}

function parameterCarriers(place: string, parameters: Parameter[] = []): Carrier[] {
	return parameters
		.filter((parameter) => !('$ref' in parameter))
		.map((carrier) => ({ place: `${place} ${carrier.name}`, carrier }));
}

function responseCarriers(place: string, { headers = {}, content }: ResponseDescription): Carrier[] {
	const inHeaders = Object.entries(headers).map(([name, carrier]) => ({
		place: `${place} ${name}`,
		carrier,
	}));
	return [...inHeaders, ...contentCarriers(place, content)];
}

function pathCarriers(path: string, item: PathItem): Carrier[] {
	const own = METHODS.flatMap((method) => {
		const operation = item[method];
		if (!operation) return [];
		const { operationId, parameters, requestBody, responses } = operation;
		return [
			...parameterCarriers(operationId, parameters),
			...contentCarriers(`${operationId} body`, requestBody?.content),
			...Object.entries(responses).flatMap(([status, response]) =>
				responseCarriers(`${operationId} ${status}`, response),
			),
		];
	});
	return [...parameterCarriers(path, item.parameters), ...own];
}

/** Every part of a document that needs an example, except parts behind a reference. */
export function exampleCarriers({ paths, webhooks, components }: ApiDocument): Carrier[] {
	const { parameters = {}, responses = {} } = components;
	return [
		...Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) => pathCarriers(path, item)),
		...Object.entries(parameters).flatMap(([name, one]) => parameterCarriers(name, [one])),
		...Object.entries(responses).flatMap(([name, one]) => responseCarriers(name, one)),
	];
}
