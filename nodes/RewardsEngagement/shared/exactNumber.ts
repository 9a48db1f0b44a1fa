/** A number as JSON and tables write it. */
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Longer texts are padded, or beyond JavaScript's numbers. */
const MAX_CHARACTERS = 400;

/** The smallest number with full precision. Numbers between it and 0 have fewer digits. */
const SMALLEST_EXACT = 2 ** -1022;

/** Whether a number can be exact: a whole number only up to 2^53 - 1, and no number too close to 0. */
export function isExactNumber(value: number): boolean {
	const size = Math.abs(value);
	return size <= Number.MAX_SAFE_INTEGER && (size === 0 || size >= SMALLEST_EXACT);
}

/** Whether it is a whole number so large that its last digits may differ from those that were written. */
export function isRounded(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Whether JavaScript's number for this text is exactly the same number. */
export function isExactText(text: string): boolean {
	if (text.length > MAX_CHARACTERS) return false;
	const value = Number(text);
	return isExactNumber(value) && digitsOf(text) === digitsOf(String(Math.abs(value)));
}

/**
 * The same text for every way to write a number: its digits without zeros around them, and the power of ten. The sign
 * is left out.
 */
export function digitsOf(text: string): string {
	const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
	const digits = (whole + fraction).replace(/^0+/, '');
	// The pattern /0+$/ would take quadratic time for zeros in the middle.
	let end = digits.length;
	while (digits[end - 1] === '0') end--;
	if (end === 0) return '0';
	const significant = digits.slice(0, end);
	const power = Number(exponent) - fraction.length + digits.length - significant.length;
	return `${significant}e${power}`;
}
