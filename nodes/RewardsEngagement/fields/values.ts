import { type Field, reading, type Reading } from './field';
import { parseJson } from '../shared/json';
import { LOST_DIGITS } from './number';
import { readId } from './text';

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
export function values(displayName: string, { maximum = Infinity, ...text }: ValuesText): Field<string[]> {
	const hint = Number.isFinite(maximum) ? `Up to ${maximum}, separated by commas` : 'Separated by commas';
	return {
		property: { displayName, type: 'string', default: '', ...text, hint },
		schema: valuesSchema(maximum),
		needsText: true,
	};
}

/** Names, for example of fields: text separated by commas, or a list from an expression. Empty means an empty list. */
export function names(
	displayName: string,
	text: { description: string; placeholder: string },
): Field<string[]> {
	return {
		property: { displayName, type: 'string', default: '', ...text, hint: 'Separated by commas' },
		schema: reading<string[]>((given) =>
			typeof given === 'string' || Array.isArray(given)
				? readEach(given, 'must be a list of names that are not empty')
				: { wrong: 'must be names separated by commas, or a list of names' },
		),
		needsText: true,
		sample: 'address, size',
	};
}

/** The schema of search values. */
export function valuesSchema(maximum = Infinity): Field<string[]>['schema'] {
	return reading((given) => {
		const found = readEach(given, 'must be text or a list of texts that are not empty');
		if ('wrong' in found) return found;
		const { value } = found;
		if (value.some((one) => one.includes(',')))
			return { wrong: 'must be a list of values that contain no comma' };
		if (value.length === 0) return { wrong: 'must contain at least one value' };
		return value.length <= maximum ? found : { wrong: `must contain at most ${maximum} values` };
	});
}

/** People also write a value per line, or semicolons. */
const SEPARATOR = /[,;\r\n]+/;

/** The parts of a text with separators. An AI model may write a list as JSON. Any other value stays as it is. */
export function separated(given: unknown): unknown {
	if (typeof given !== 'string') return given;
	const list = /^\s*\[.*\]\s*$/s.test(given) ? parseJson(given) : undefined;
	return Array.isArray(list)
		? list
		: given
				.split(SEPARATOR)
				.map((part) => part.trim())
				.filter(Boolean);
}

/**
 * Each value once, from a list, from text with separators, or a single one. A text may have empty places between its
 * separators. A list must not, because no person typed it.
 */
function readEach(given: unknown, wrong: string): Reading<string[]> {
	const texts = separated(given);
	const found = new Set<string>();
	for (const part of Array.isArray(texts) ? (texts as unknown[]) : [texts]) {
		const read = readId(part);
		if ('wrong' in read) return { wrong: read.wrong === LOST_DIGITS ? LOST_DIGITS : wrong };
		found.add(read.value);
	}
	return { value: [...found] };
}
