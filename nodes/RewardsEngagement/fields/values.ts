import type { Field } from './field';
import { LOST_DIGITS, mayHaveLostDigits } from './number';
import { idSchema } from './text';
import { reading } from './words';

/** The texts and limits of a field for search values. */
export interface ValuesText {
	description: string;
	placeholder: string;
	/** The most values. By default, any number. */
	maximum?: number;
}

/**
 * The values of a search: a list, or text separated by commas. It needs at least one value, and drops repeats. No
 * value may contain a comma, because the service separates values with commas.
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

/** The schema of search values. */
export function valuesSchema(maximum = Infinity): Field<string[]>['schema'] {
	return reading((given) => {
		const parts = partsOf(given);
		if ('wrong' in parts) return parts;
		const wanted = [...new Set(parts.value)];
		if (wanted.length === 0) return { wrong: 'must contain at least one value' };
		return wanted.length <= maximum ? { value: wanted } : { wrong: `must contain at most ${maximum} values` };
	});
}

/** A text may have empty places between its commas. A list must not, because no person typed it. */
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
		if (mayHaveLostDigits(element)) return { wrong: LOST_DIGITS };
		const { data } = idSchema.safeParse(element);
		if (data === undefined) return { wrong: 'must be text or a list of texts that are not empty' };
		if (data.includes(',')) return { wrong: 'must be a list of values that contain no comma' };
		found.push(data);
	}
	return { value: found };
}
