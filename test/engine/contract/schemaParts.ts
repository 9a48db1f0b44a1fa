import type { Schema } from '../../../sandbox/contract/document';

/** A property of a schema. */
export interface SchemaPart {
	schema: Schema;
	isRequired: boolean;
}

interface Shape {
	properties: Record<string, Schema>;
	required: string[];
}

/**
 * The properties of a schema of the API document by their path, down to the depth of the table.
 *
 * @param isDeep whether the table names parts with this start
 */
export function schemaPartsOf(
	schema: Schema,
	isDeep: (beginning: string) => boolean,
): Map<string, SchemaPart> {
	const parts = new Map<string, SchemaPart>();
	const add = (before: string, one: Schema) => {
		const { properties, required } = shapeOf(one);
		for (const [name, property] of Object.entries(properties)) {
			const way = before + name;
			parts.set(way, { schema: property, isRequired: required.includes(name) });
			const { items } = property as { items?: Schema };
			if (items && isDeep(`${way}[].`)) add(`${way}[].`, items);
			else if (isDeep(`${way}.`)) add(`${way}.`, property);
		}
	};
	add('', schema);
	return parts;
}

/**
 * The properties of an object schema with all its alternatives. Required are only those that all alternatives
 * require.
 */
function shapeOf(schema: Schema): Shape {
	const {
		properties = {},
		required = [],
		allOf = [],
		oneOf,
		anyOf,
	} = schema as Partial<Shape> & {
		allOf?: Schema[];
		oneOf?: Schema[];
		anyOf?: Schema[];
	};
	const whole = allOf.map(shapeOf);
	const alternatives = (oneOf ?? anyOf ?? []).filter(({ type }) => type !== 'null').map(shapeOf);
	const [first, ...others] = alternatives.map((one) => one.required);
	const inAll = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
	return {
		properties: Object.assign(
			{},
			...[...alternatives, ...whole].map((one) => one.properties),
			properties,
		) as Record<string, Schema>,
		required: [...required, ...whole.flatMap((one) => one.required), ...inAll],
	};
}
