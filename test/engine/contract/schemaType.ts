import type { Schema } from '../../../sandbox/contract/document';
import { wordOf } from './jsonTypes';

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
