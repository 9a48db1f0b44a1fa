import type { Field, Fields } from '../../../nodes/RewardsEngagement/fields/field';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { topLevelOf } from '../../fixtures/operations';

/** Characters with a meaning in a URL, and some outside of ASCII. */
const AWKWARD = ' /?#%&+..é漢';

/** A number that hardly any other name has. */
const numberOf = (name: string) =>
	[...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

/** Values that identify a field among all others, by its type in the panel. */
function ownValues(name: string, { property }: Field<unknown>): unknown[] {
	const choices = (property.options ?? []) as Array<{ value?: unknown }>;
	const choice = choices.at(-1)?.value;
	switch (property.type) {
		case 'boolean':
			return [property.default !== true];
		case 'options':
			return [choice];
		case 'multiOptions':
			return [choice === undefined ? [`${name} one`, `${name} two`] : [choice]];
		case 'json':
			return [{ field: name }, [{ field: name }]];
		default:
			return [];
	}
}

/** Values of every kind. The schema of the field accepts the first suitable one. */
function anyValues(name: string, { property }: Field<unknown>): unknown[] {
	const { placeholder = '', typeOptions: { minValue = 0, maxValue = Infinity } = {} } = property;
	const number = Math.min(Math.max(11 + (numberOf(name) % 89), minValue), maxValue);
	const hex = numberOf(name).toString(16);
	const texts = [
		`${name}${AWKWARD}`,
		hex.padStart(24, 'a'),
		`https://example.com/${name}?of=a%20b&and=${hex}`,
		`0x${hex.padStart(40, '0')}`,
		`2031-03-31T18:00:00.${String(numberOf(name) % 1000).padStart(3, '0')}Z`,
	];
	const lists = [[{ field: name }], [`${name} one`, `${name} two`]];
	const values = property.type === 'number' ? [number, ...texts] : [...texts, number];
	return [...values, { field: name }, ...lists, placeholder.replace(/^e\.g\. /, '')];
}

/**
 * A valid value of one field, in the form of a user or an expression. It cannot be mistaken for that of another
 * field.
 *
 * @throws {Error} with the field that accepts none of them
 */
export function sampleInput(name: string, field: Field<unknown>): unknown {
	const tried = [field.sample, ...ownValues(name, field), ...anyValues(name, field)];
	const found = tried.find((value) => value !== undefined && field.schema.safeParse(value).success);
	if (found === undefined)
		throw new Error(`No sample value fits the field "${name}": give it one as "sample"`);
	return found;
}

/** A valid value of every field, in the form for `request`. */
export function sampleValues(fields: Fields): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, field.schema.parse(sampleInput(name, field))]),
	);
}

/** A value for every field of one endpoint of an operation, and for the members of its collections. */
export function sampleOf(
	operation: RemoteOperation,
	isAlternative = false,
): { values: Record<string, unknown>; additionalFields: Fields; updateFields: Fields } {
	const { values: chosen = {}, fields = [] } = operation.alternative ?? {};
	const taken = (members: Fields = {}) =>
		Object.fromEntries(Object.entries(members).filter(([name]) => isAlternative || !fields.includes(name)));
	const additionalFields = taken(operation.additionalFields);
	const updateFields = taken(operation.updateFields);
	const all = sampleValues({ ...topLevelOf(operation), ...additionalFields, ...updateFields });
	return { values: { ...all, ...(isAlternative && chosen) }, additionalFields, updateFields };
}
