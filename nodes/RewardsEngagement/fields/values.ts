import type { Field } from './field';
import { idSchema, ROUNDED } from './text';
import { reading } from './words';

/** What the values of a search need said about them. */
export interface ValuesText {
	description: string;
	placeholder: string;
	/** The most that are taken; any number unless told. */
	maximum?: number;
}

/**
 * The values of a search: a list, or text separated by commas. At least one, each of them once. The service takes a comma
 * for the end of a value, so none holds one.
 */
export function values(
	displayName: string,
	{ description, placeholder, maximum = Infinity }: ValuesText,
): Field<string[]> {
	return {
		property: {
			displayName,
			type: 'string',
			default: '',
			description,
			placeholder,
			hint: Number.isFinite(maximum) ? `Up to ${maximum}, separated by commas` : 'Separated by commas',
		},
		schema: valuesSchema(maximum),
	};
}

/** What counts as such values. */
export function valuesSchema(maximum = Infinity): Field<string[]>['schema'] {
	return reading((given) => {
		const parts = partsOf(given);
		if ('wrong' in parts) return parts;
		const wanted = [...new Set(parts.value)];
		if (wanted.length === 0) return { wrong: 'must hold at least one value' };
		return wanted.length <= maximum ? { value: wanted } : { wrong: `must hold at most ${maximum} values` };
	});
}

/** A text may leave places between its commas empty; a list, which nobody typed, must not. */
function partsOf(given: unknown): { value: string[] } | { wrong: string } {
	if (typeof given === 'string') {
		return {
			value: given
				.split(',')
				.map((value) => value.trim())
				.filter(Boolean),
		};
	}
	const found: string[] = [];
	for (const element of Array.isArray(given) ? (given as unknown[]) : [given]) {
		const { data, error } = idSchema.safeParse(element);
		if (error) {
			const isLarge = error.issues[0]?.message === ROUNDED;
			return { wrong: isLarge ? ROUNDED : 'must be text or a list of texts, none of them empty' };
		}
		if (data.includes(',')) return { wrong: 'must be a list of values without a comma in any of them' };
		found.push(data);
	}
	return { value: found };
}
