import type { Field, FieldProperty, Fields } from '../../../nodes/RewardsEngagement/fields/field';
import type { Operation } from '../../../nodes/RewardsEngagement/run/operation';
import { topLevelFields } from '../../../nodes/RewardsEngagement/run/readParameters';

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

/** A value for every field that one of the endpoints of an operation takes, and the members of its collections. */
export function sampleOf(
	operation: Operation,
	isAlternative = false,
): { values: Record<string, unknown>; additionalFields: Fields; updateFields: Fields } {
	const { values: chosen = {}, fields = [] } = operation.alternative ?? {};
	const taken = (members: Fields = {}) =>
		Object.fromEntries(Object.entries(members).filter(([name]) => isAlternative || !fields.includes(name)));
	const additionalFields = taken(operation.additionalFields);
	const updateFields = taken(operation.updateFields);
	const all = sampleValues({ ...topLevelFields(operation), ...additionalFields, ...updateFields });
	return { values: { ...all, ...(isAlternative && chosen) }, additionalFields, updateFields };
}
