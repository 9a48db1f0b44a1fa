import type { JsonType } from './row';
import type { Schema } from '../../../sandbox/contract/document';

/** Whether a JSON value has a type of the table. */
export function hasType(type: JsonType, value: unknown): boolean {
	return type.split('|').some((word) => {
		if (word === 'any') return true;
		if (word === 'integer') return Number.isInteger(value);
		return word === wordOf(value);
	});
}

/** Whether the values under one name of a query can be read as a type of the table. */
export function isTextOf(type: JsonType, values: readonly string[]): boolean {
	const [value = ''] = values;
	if (type === 'array') return values.length > 0;
	if (values.length !== 1) return false;
	return type.split('|').some((word) => {
		if (word === 'number' || word === 'integer') return value !== '' && hasType(word, Number(value));
		return word === 'boolean' ? value === 'true' || value === 'false' : true;
	});
}

/** The JSON type of a value, as a word of the table. */
export function wordOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

/** The types that a schema of the API document allows, in the words of the table. */
export function typeOfSchema(schema: Schema): string {
	const words = new Set(wordsOf(schema));
	if (words.has('any')) return 'any';
	const isNullable = words.delete('null');
	return [...[...words].sort(), ...(isNullable ? ['null'] : [])].join('|');
}

function wordsOf(schema: Schema): string[] {
	const {
		type,
		anyOf,
		oneOf,
		allOf,
		enum: values,
	} = schema as Partial<{
		type: string | string[];
		anyOf: Schema[];
		oneOf: Schema[];
		allOf: Schema[];
		enum: unknown[];
	}>;
	if (type !== undefined) return [type].flat();
	const parts = anyOf ?? oneOf ?? allOf;
	if (parts) return parts.flatMap(wordsOf);
	if ('const' in schema) return [wordOf(schema.const)];
	return values ? values.map(wordOf) : ['any'];
}

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

/**
 * The parts of a JSON object by their path, down to the depth of the table. The elements of a list share one path.
 *
 * @param isDeep whether the table names parts with this start
 */
export function valuePartsOf(value: unknown, isDeep: (beginning: string) => boolean): Map<string, unknown[]> {
	const parts = new Map<string, unknown[]>();
	const add = (way: string, one: unknown) => {
		if (way !== '') parts.set(way, [...(parts.get(way) ?? []), one]);
		if (Array.isArray(one)) {
			if (isDeep(`${way}[].`)) for (const element of one) addMembers(`${way}[].`, element);
		} else if (way === '' || isDeep(`${way}.`)) {
			addMembers(way === '' ? '' : `${way}.`, one);
		}
	};
	const addMembers = (before: string, one: unknown) => {
		if (typeof one !== 'object' || one === null) return;
		for (const [name, member] of Object.entries(one)) add(before + name, member);
	};
	add('', value);
	return parts;
}
