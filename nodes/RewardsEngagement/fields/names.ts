import type { Field } from './field';
import { LOST_DIGITS, mayHaveLostDigits } from './number';
import { idSchema } from './text';
import { reading } from './words';

/** Names, for example of fields: text separated by commas, or a list from an expression. Empty means an empty list. */
export function names(
	displayName: string,
	text: { description: string; placeholder: string },
): Field<string[]> {
	return {
		property: { displayName, type: 'string', default: '', ...text, hint: 'Separated by commas' },
		schema: reading<string[]>((given) => {
			const parts = typeof given === 'string' ? given.split(',').filter((part) => part.trim()) : given;
			if (!Array.isArray(parts)) return { wrong: 'must be names separated by commas, or a list of names' };
			if (parts.some(mayHaveLostDigits)) return { wrong: LOST_DIGITS };
			const read = parts.map((part) => idSchema.safeParse(part));
			const wrong = read.some(({ success }) => !success);
			if (wrong) return { wrong: 'must be a list of names that are not empty' };
			return { value: [...new Set(read.map(({ data }) => data as string))] };
		}),
		sample: 'address, size',
	};
}
