import { Decimal } from '../shared/decimal';
import { type Field, type FieldProperty, reading } from './field';

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

/** The whole part is not 0, because no one writes thousands as 0.125. */
const THREE_PLACES = /^-?0*[1-9]\d*\.\d{3}$/;

/**
 * Both meanings of a text with exactly three places after a point. Many countries write a point before thousands. So
 * 1.000 is 1 or 1000, and 12.500 is 12.5 or 12500. `undefined` if the text has one meaning.
 */
export function meaningsOf(text: string): string | undefined {
	if (!THREE_PLACES.test(text)) return undefined;
	return `${String(Decimal.of(text))} or ${String(Decimal.of(text.replace('.', '')))}`;
}

/** What is wrong with a text that has two meanings. */
function unclear(text: string): string | undefined {
	const meanings = meaningsOf(text);
	return meanings && `is the text "${text}", which can mean ${meanings}. Send a number.`;
}

/** A finite number, or text that is clearly one. Refuses numbers that JavaScript has changed, or would change. */
export const numberSchema = reading<number>((value) => {
	const text = typeof value === 'string' ? value.trim() : '';
	if (DECIMAL.test(text)) {
		const wrong = keepsDigits(text) ? unclear(text) : TOO_LONG;
		return wrong === undefined ? { value: Number(text) } : { wrong };
	}
	if (typeof value !== 'number' || Number.isNaN(value)) return { wrong: 'must be a number' };
	if (!Number.isFinite(value)) return { wrong: 'must be a finite number' };
	return mayHaveLostDigits(value) ? { wrong: TOO_LONG } : { value };
});

/** The texts and bounds of a number. */
interface NumberText {
	description: string;
	/** Left out if no value is harmless. The panel then shows an empty field, and an empty value is refused. */
	default?: number;
	/** The lowest valid value. */
	minimum: number;
	/** The highest valid value. By default, there is none. */
	maximum?: number;
	isWhole?: boolean;
}

/** A number within bounds, both included. */
export function number(displayName: string, text: NumberText): Field<number> {
	const { description, default: usual = null, minimum, maximum, isWhole = false } = text;
	const kind = isWhole ? 'a whole number' : 'a number';
	const highest = maximum ?? (isWhole ? Number.MAX_SAFE_INTEGER : Infinity);
	const bounds = highest === Infinity ? `, ${minimum} or above` : ` from ${minimum} to ${highest}`;
	return numberField(
		displayName,
		{ description, default: usual, typeOptions: { minValue: minimum, maxValue: maximum } },
		(value) => value >= minimum && value <= highest && (!isWhole || Number.isInteger(value)),
		`must be ${kind}${bounds}`,
	);
}

/** An amount to give or move: a number above 0. */
export function amount(displayName: string, { description }: { description: string }): Field<number> {
	const look = { description, default: null, typeOptions: { minValue: 0 } };
	return numberField(displayName, look, (value) => value > 0, 'must be above 0');
}

/** @param wrong what is wrong with a number that is not valid */
function numberField(
	displayName: string,
	look: Omit<FieldProperty, 'displayName' | 'type'>,
	isValid: (value: number) => boolean,
	wrong: string,
): Field<number> {
	return {
		property: { displayName, type: 'number', ...look },
		schema: numberSchema.refine(isValid, wrong),
	};
}

/** The most that may be moved: 0 or more, as text with every digit. */
export function limit(displayName: string, { description }: { description: string }): Field<string> {
	return {
		property: { displayName, type: 'number', default: 0, typeOptions: { minValue: 0 }, description },
		isGuard: true,
		schema: reading<string>((given) => {
			if (mayHaveLostDigits(given)) return { wrong: LOST_DIGITS };
			// Refuses a bigint like every other number field, since JSON has none.
			const value = typeof given === 'bigint' ? undefined : Decimal.of(given);
			if (!value) return { wrong: 'must be a number' };
			const wrong = typeof given === 'string' ? unclear(given.trim()) : undefined;
			if (wrong !== undefined) return { wrong };
			return Decimal.ZERO.isAbove(value) ? { wrong: 'must be 0 or above' } : { value: String(value) };
		}),
	};
}
