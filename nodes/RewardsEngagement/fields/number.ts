import { isExactNumber, isExactText } from '../shared/exactNumber';
import type { Field } from './field';
import { reading } from './words';

/** A plain decimal number, as tables and AI agents write it. Not "0x10", "1e3", " " or "12 Stars". */
const DECIMAL = /^-?\d+(\.\d+)?$/;

const INEXACT = 'must have at most 15 digits, because longer numbers are rounded';

/** A finite number, or text that is clearly one. Refuses numbers that JavaScript has changed, or would change. */
export const numberSchema = reading<number>((value) => {
	const text = typeof value === 'string' ? value.trim() : '';
	if (DECIMAL.test(text)) return isExactText(text) ? { value: Number(text) } : { wrong: INEXACT };
	if (typeof value !== 'number' || Number.isNaN(value)) return { wrong: 'must be a number' };
	if (!Number.isFinite(value)) return { wrong: 'must be a finite number' };
	return isExactNumber(value) ? { value } : { wrong: INEXACT };
});

/** The default of a number without a harmless value. The panel shows an empty field, and an empty value is refused. */
export const EMPTY = null;

/** The texts and bounds of a number. */
interface NumberText {
	description: string;
	hint?: string;
	default: number | typeof EMPTY;
	/** The lowest valid value. */
	minimum: number;
	/** The highest valid value. By default, there is none. */
	maximum?: number;
	isWhole?: boolean;
}

/** A number within bounds, both included. */
export function number(displayName: string, text: NumberText): Field<number> {
	const { description, hint, default: usual, minimum, maximum, isWhole = false } = text;
	const kind = isWhole ? 'a whole number' : 'a number';
	const highest = maximum ?? (isWhole ? Number.MAX_SAFE_INTEGER : undefined);
	const bounds = highest === undefined ? `, ${minimum} or above` : ` from ${minimum} to ${highest}`;
	return {
		property: {
			displayName,
			type: 'number',
			default: usual,
			typeOptions: { minValue: minimum, ...(maximum === undefined ? {} : { maxValue: maximum }) },
			description,
			hint,
		},
		schema: numberSchema.refine(
			(value) => value >= minimum && value <= (highest ?? Infinity) && (!isWhole || Number.isInteger(value)),
			`must be ${kind}${bounds}`,
		),
	};
}
