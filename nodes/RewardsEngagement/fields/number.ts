import { z } from 'zod';

/** A plain decimal number: what a table or an AI agent writes. Not "0x10", "1e3", " " or "12 Stars". */
const DECIMAL = /^\s*-?\d+(\.\d+)?\s*$/;

/** A finite number, or text that plainly is one. */
export const numberSchema = z.preprocess(
	(value) => (typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value),
	z.number({ invalid_type_error: 'must be a number' }).finite('must be a finite number'),
);

/** A whole number within bounds, both included. */
export function wholeNumberSchema(lowest: number, highest: number) {
	return numberSchema.refine(
		(value) => Number.isInteger(value) && value >= lowest && value <= highest,
		`must be a whole number from ${lowest} to ${highest}`,
	);
}
