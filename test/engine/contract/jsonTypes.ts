import type { JsonType } from './row';

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
