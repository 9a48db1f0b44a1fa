import type { Field, Fields } from '../../../nodes/RewardsEngagement/fields/field';

/** Values tried for a field until its schema takes one: text that names the field comes first. */
function candidates(name: string): unknown[] {
	const hex = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7).toString(16);
	return [
		name === 'type' || /Id$|^code$|Address$/.test(name) ? `${name} /?#%..é漢` : undefined,
		`of ${name}`,
		hex.padStart(24, 'a'),
		`https://example.com/${name}`,
		7,
		true,
		{ field: name },
		['quest.completed'],
	];
}

/** A valid value for one field, as a user or an expression gives it. */
export function sampleInput(name: string, field: Field<unknown>): unknown {
	if (field.property.type === 'options') return (field.property.options?.at(-1) as { value: unknown }).value;
	const found = candidates(name).find(
		(value) => value !== undefined && field.schema.safeParse(value).success,
	);
	if (found === undefined) throw new Error(`No sample value fits the field "${name}"`);
	return found;
}

/** A valid value for every field, as `request` gets it. */
export function sampleValues(fields: Fields): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, field.schema.parse(sampleInput(name, field))]),
	);
}
