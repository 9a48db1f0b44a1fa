import { isExpression } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { dateText } from '../shared/dateText';
import { mayHaveLostDigits } from './number';

/** Texts that JavaScript writes for missing values, or for values without a text. */
const NO_TEXT = /(^|[^A-Za-z0-9])(undefined|null|NaN|\[object \w+\])($|[^A-Za-z0-9])/;

/** A part of a composed key: literal text, or an expression with its value. */
export type KeyPart = { text: string } | { code: string; value: unknown };

/**
 * The text of a composed key. Refuses an empty part: "order-" would be the key of every order without an ID.
 *
 * @throws {Problem} naming the part
 */
export function wordsOf(parts: readonly KeyPart[]): string {
	return parts
		.map((part) => {
			if ('text' in part) return part.text;
			if (mayHaveLostDigits(part.value)) throw hasLostDigits(part.code);
			if (!hasText(part.value)) throw isBlank(part.code);
			return dateText(part.value) ?? String(part.value);
		})
		.join('');
}

/**
 * Refuses the text of a key that shows that a value was missing.
 *
 * @param written the parameter as the user wrote it
 * @throws {Problem} naming it
 */
export function checkWords(words: string, written: unknown): void {
	if (isExpression(written) && NO_TEXT.test(words)) throw isBlank(written.slice(1));
}

/** Whether the text of a value distinguishes it from others. */
export function hasText(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '' && !NO_TEXT.test(value);
	return typeof value === 'boolean' || Number.isFinite(value) || dateText(value) !== undefined;
}

/** If two order numbers were rounded to the same number, only one order would be paid. */
function hasLostDigits(part: string): Problem {
	return unsentProblem(
		`Part of the key is a number that may have lost digits: ${part.trim()}`,
		'Two items could share one key. Make it text where it comes from. Nothing was sent.',
	);
}

function isBlank(part: string): Problem {
	return unsentProblem(
		`Part of the key is empty for this item: ${part.trim()}`,
		'Without this part, two items could share one key. Correct the expression. Nothing was sent.',
	);
}
