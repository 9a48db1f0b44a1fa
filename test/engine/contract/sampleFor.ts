import type { Field } from '../../../nodes/RewardsEngagement/fields/field';

/** Characters that mean something in an address, and some that are not ASCII. */
const AWKWARD = ' /?#%&+..é漢';

/** A number that hardly another name has. */
const numberOf = (name: string) =>
	[...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

/** Values by which a field is told from all others, by its type in the panel. */
function ownValues(name: string, { property }: Field<unknown>): unknown[] {
	const choices = (property.options ?? []) as Array<{ value?: unknown }>;
	const [choice] = choices.slice(-1).map(({ value }) => value);
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

/** Values of every kind; the schema of the field takes the first that suits it. */
function anyValues(name: string, { property, sample }: Field<unknown>): unknown[] {
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
	return [...values, { field: name }, ...lists, sample, placeholder.replace(/^e\.g\. /, '')];
}

/**
 * A value that a field takes and that is not taken for that of another one.
 *
 * @throws {Error} naming the field that takes none of those that are tried
 */
export function sampleFor(name: string, field: Field<unknown>): unknown {
	const tried = [...ownValues(name, field), ...anyValues(name, field)];
	const found = tried.find((value) => value !== undefined && field.schema.safeParse(value).success);
	if (found === undefined) throw new Error(`No value fits the field "${name}": give it one as "sample"`);
	return found;
}
