import { digitsOf } from './exactNumber';

/** Whether a JSON value is an object: not null, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads JSON as `JSON.parse` does, but never changes a number: a whole number beyond ±(2^53 - 1), and any other that a
 * JavaScript number cannot hold (30 digits, `1e400`), becomes text with its digits as they were written.
 *
 * Takes time in proportion to the text, and no stack, however deep it is nested.
 *
 * @returns `undefined` for what is not JSON
 */
export function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return MAY_BE_INEXACT.test(text) ? JSON.parse(inexactAsText(text)) : value;
	} catch {
		return undefined;
	}
}

/** Fewer than 16 characters with a short exponent are always exact. Rarely finds a number inside a text too. */
const MAY_BE_INEXACT = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]{1,15}[eE][+-]?\d{3})/;

/** A copy of the JSON, with the numbers that would be changed as texts. */
function inexactAsText(json: string): string {
	return withNumbers(json, (number) => (isExact(number) ? number : `"${number}"`));
}

/**
 * A valid JSON text with other numbers. What looks like one inside a text is left alone.
 *
 * @param replace gives what is to stand in place of a number, from its characters
 */
export function withNumbers(json: string, replace: (number: string) => string): string {
	let isInText = false;
	// In valid JSON every backslash escapes a character of a text.
	return json.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
		if (token === '"') isInText = !isInText;
		return isInText || !/^[-\d]/.test(token) ? token : replace(token);
	});
}

/** Whether a JavaScript number, written out again, is the same number. */
function isExact(number: string): boolean {
	const value = Number(number);
	if (/^-?\d+$/.test(number)) return Number.isSafeInteger(value);
	return Number.isFinite(value) && digitsOf(number) === digitsOf(String(value));
}
