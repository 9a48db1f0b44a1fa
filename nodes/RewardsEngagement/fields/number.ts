import { Decimal } from '../shared/decimal';
import type { Field } from './field';
import { reading } from './words';

/** A plain decimal number, as tables and AI agents write it. Not "0x10", "1e3", " " or "12 Stars". */
const DECIMAL = /^-?\d+(\.\d+)?$/;

const TOO_LONG = 'must have at most 15 digits, because longer numbers are rounded';

/** What is wrong with a value with a number that {@link mayHaveLostDigits}. */
export const LOST_DIGITS = 'contains a number that may have lost digits: make it text where it comes from';

/** Whether a whole number is so large that JavaScript may have changed its last digits. */
export function mayHaveLostDigits(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Whether JavaScript's number for a text has all its digits. */
export function keepsDigits(text: string): boolean {
	const value = Number(text);
	if (!Number.isFinite(value) || mayHaveLostDigits(value)) return false;
	return String(Decimal.of(text)) === String(Decimal.of(value));
}

/** A finite number, or text that is clearly one. Refuses numbers that JavaScript has changed, or would change. */
export const numberSchema = reading<number>((value) => {
	const text = typeof value === 'string' ? value.trim() : '';
	if (DECIMAL.test(text)) return keepsDigits(text) ? { value: Number(text) } : { wrong: TOO_LONG };
	if (typeof value !== 'number' || Number.isNaN(value)) return { wrong: 'must be a number' };
	if (!Number.isFinite(value)) return { wrong: 'must be a finite number' };
	return mayHaveLostDigits(value) ? { wrong: TOO_LONG } : { value };
});

/** The default of a number without a harmless value. The panel shows an empty field, and an empty value is refused. */
export const EMPTY = null;

/** The texts and bounds of a number. */
interface NumberText {
	description: string;
	default: number | typeof EMPTY;
	/** The lowest valid value. */
	minimum: number;
	/** The highest valid value. By default, there is none. */
	maximum?: number;
	isWhole?: boolean;
}

/** A number within bounds, both included. */
export function number(displayName: string, text: NumberText): Field<number> {
	const { description, default: usual, minimum, maximum, isWhole = false } = text;
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
		},
		schema: numberSchema.refine(
			(value) => value >= minimum && value <= (highest ?? Infinity) && (!isWhole || Number.isInteger(value)),
			`must be ${kind}${bounds}`,
		),
	};
}
