import { unsentProblem } from '../errors';
import type { Field } from './field';
import { mayHaveLostDigits } from './number';

/**
 * Checks a value with the schema of its field, and turns zod's issues into a message.
 *
 * @param isQuoted whether the message may show the value
 * @returns the value to use
 * @throws {Problem} naming the field and what is wrong with it
 */
export function checkValue<T>(field: Field<T>, given: unknown, isQuoted: boolean): T {
	const result = field.schema.safeParse(given);
	if (result.success) return result.data;
	const { displayName, typeOptions } = field.property;
	const wrong = result.error.issues[0]?.message ?? 'must be another value';
	const isShown = isQuoted && !typeOptions?.password && wrong.startsWith('must');
	throw unsentProblem(
		`"${displayName}" ${wrong}${isShown ? `, but is ${quote(given)}` : ''}`,
		`${mayHaveLostDigits(given) ? 'Make it text where it comes from, or correct' : 'Correct'} "${displayName}". Nothing was sent.`,
	);
}

/** Quotes the start of any value, JSON or not. */
function quote(value: unknown): string {
	const words = wordsFor(value);
	return words.length > 80 ? `${words.slice(0, 80)}…` : words;
}

function wordsFor(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	try {
		return JSON.stringify(value) ?? `a ${typeof value}`;
	} catch {
		return 'an object that is not JSON';
	}
}
