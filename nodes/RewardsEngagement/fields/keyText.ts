import { isExpression } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { dateText } from '../shared/dateText';
import { isRounded } from '../shared/exactNumber';

/** What JavaScript writes for a value that is not there, or that has no text. */
const NO_TEXT = /(^|[^A-Za-z0-9])(undefined|null|NaN|\[object \w+\])($|[^A-Za-z0-9])/;

/** Of a key that is put together: text as it stands, or an expression and what came of it. */
export type KeyPart = { text: string } | { code: string; value: unknown };

/**
 * The words of a key that is put together. One of which a part came out empty is refused: "order-" would be the key of
 * every order without an id.
 *
 * @throws {InvalidParameter} naming the part
 */
export function wordsOf(parts: readonly KeyPart[]): string {
	return parts
		.map((part) => {
			if ('text' in part) return part.text;
			if (isRounded(part.value)) throw isTooLarge(part.code);
			if (!hasText(part.value)) throw isBlank(part.code);
			return dateText(part.value) ?? String(part.value);
		})
		.join('');
}

/**
 * Refuses the words of a key that say that something was missing.
 *
 * @param written the parameter as the user wrote it
 * @throws {InvalidParameter} naming it
 */
export function checkWords(words: string, written: unknown): void {
	if (isExpression(written) && NO_TEXT.test(words)) throw isBlank(written.slice(1));
}

/** Whether a value gives a text that tells one thing from another. */
export function hasText(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '' && !NO_TEXT.test(value);
	return typeof value === 'boolean' || Number.isFinite(value) || dateText(value) !== undefined;
}

/** Two orders whose numbers were rounded to one would be paid once. */
function isTooLarge(part: string): InvalidParameter {
	return new InvalidParameter(
		`Part of the key is too large a number to be exact: ${part.trim()}`,
		'Its last digits may be lost, so two items could share one key. Provide it as text where it comes from. Nothing was sent.',
	);
}

function isBlank(part: string): InvalidParameter {
	return new InvalidParameter(
		`Part of the key is empty for this item: ${part.trim()}`,
		'Without this part, two items could share one key. Correct the expression. Nothing was sent.',
	);
}
