import type { Field, FieldProperty, Fields } from '../../../nodes/RewardsEngagement/fields/field';

/** Characters that mean something in an address, and some that are not ASCII. */
const AWKWARD = ' /?#%..é漢';

/** Values tried for a text until its schema takes one; the first ones name the field, so that two cannot be mistaken. */
function texts(name: string, { placeholder = '' }: FieldProperty): unknown[] {
	const hex = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7).toString(16);
	const example = placeholder.replace(/^e\.g\. /, '');
	return [`${name}${AWKWARD}`, hex.padStart(24, 'a'), { field: name }, example];
}

function candidates(name: string, { property, sample }: Field<unknown>): unknown[] {
	if (sample !== undefined) return [sample];
	const { type, typeOptions: { minValue = 0, maxValue = Infinity } = {} } = property;
	const choices = (property.options ?? []) as Array<{ value: unknown }>;
	switch (type) {
		case 'options':
			return [choices.at(-1)?.value];
		case 'multiOptions':
			return [choices.slice(0, 1).map(({ value }) => value)];
		case 'boolean':
			return [true];
		case 'number':
			return [Math.min(Math.max(7, minValue), maxValue)];
		case 'json':
			return [{ field: name }];
		default:
			return texts(name, property);
	}
}

/** A valid value for one field, as a user or an expression gives it. */
export function sampleInput(name: string, field: Field<unknown>): unknown {
	const found = candidates(name, field).find((value) => field.schema.safeParse(value).success);
	if (found === undefined)
		throw new Error(`No sample value fits the field "${name}": give it one as "sample"`);
	return found;
}

/** A valid value for every field, as `request` gets it. */
export function sampleValues(fields: Fields): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, field.schema.parse(sampleInput(name, field))]),
	);
}
