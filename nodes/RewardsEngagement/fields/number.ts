import { isExactNumber, isExactText } from '../shared/exactNumber';
import { reading } from './words';

/** A plain decimal number: what a table or an AI agent writes. Not "0x10", "1e3", " " or "12 Stars". */
const DECIMAL = /^-?\d+(\.\d+)?$/;

const INEXACT =
	'must be a number that JavaScript holds exactly (it does up to 15 digits, and no further than 9007199254740991)';

/** A finite number, or text that plainly is one. Never one that JavaScript has changed, or would change. */
export const numberSchema = reading<number>((value) => {
	const text = typeof value === 'string' ? value.trim() : '';
	if (DECIMAL.test(text)) return isExactText(text) ? { value: Number(text) } : { wrong: INEXACT };
	if (typeof value !== 'number' || Number.isNaN(value)) return { wrong: 'must be a number' };
	if (!Number.isFinite(value)) return { wrong: 'must be a finite number' };
	return isExactNumber(value) ? { value } : { wrong: INEXACT };
});

/** A whole number within bounds, both included. */
export function wholeNumberSchema(lowest: number, highest: number) {
	return numberSchema.refine(
		(value) => Number.isInteger(value) && value >= lowest && value <= highest,
		`must be a whole number from ${lowest} to ${highest}`,
	);
}
