import { digitsOf } from './exactNumber';

/** Whether a JSON value is an object: not null, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses JSON like `JSON.parse`, but never changes a number. A number that JavaScript cannot represent exactly
 * becomes text with its digits unchanged. Examples are a whole number beyond ±(2^53 - 1), one with 30 digits, and
 * `1e400`.
 *
 * Takes linear time, and no stack, however deep the JSON is.
 *
 * @returns `undefined` if the text is not JSON
 */
export function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return MAY_BE_INEXACT.test(text) ? JSON.parse(inexactAsText(text)) : value;
	} catch {
		return undefined;
	}
}

/**
 * Fewer than 16 characters with a short exponent are always exact. The pattern rarely matches a number inside a text.
 */
const MAY_BE_INEXACT = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]{1,15}[eE][+-]?\d{3})/;

/** A copy of the JSON in which numbers that would change are texts. */
function inexactAsText(json: string): string {
	return withNumbers(json, (number) => (isExact(number) ? number : `"${number}"`));
}

/**
 * Replaces the numbers in a valid JSON text. Numbers inside a text are unchanged.
 *
 * @param replace returns the replacement for the characters of a number
 */
export function withNumbers(json: string, replace: (number: string) => string): string {
	let isInText = false;
	// In valid JSON every backslash escapes a character of a text.
	return json.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
		if (token === '"') isInText = !isInText;
		return isInText || !/^[-\d]/.test(token) ? token : replace(token);
	});
}

/** Whether a JavaScript number, written again, is the same number. */
function isExact(number: string): boolean {
	const value = Number(number);
	if (/^-?\d+$/.test(number)) return Number.isSafeInteger(value);
	return Number.isFinite(value) && digitsOf(number) === digitsOf(String(value));
}
