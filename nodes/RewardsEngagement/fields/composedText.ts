import { unsentProblem } from '../errors';
import type { Field } from './field';
import { hasText, isNothing, meansNothing } from './value';
import { mayHaveLostDigits } from './number';

/** A part of a text: as the user wrote it, or the code of an expression with its value. */
export type Part = { text: string } | { code: string; value: unknown };

/** The text that n8n writes for the parts: nothing for an empty list, or for a list of empty texts. */
export function textOf(parts: readonly Part[]): string {
	try {
		return parts.map((part) => ('text' in part ? part.text : part.value)).join('');
	} catch {
		// An object without a text form. n8n cannot write it either.
		return '';
	}
}

/**
 * Refuses an empty part. n8n would write nothing in its place. An amount without its end is another amount, and an ID
 * without its end belongs to another record. A path without its end could name all records. Also refuses a number
 * that may have lost digits.
 *
 * @param field some need text in each part, and others may allow an empty part
 * @param where end of the message, such as " for this item"
 * @throws {Problem} naming the parameter and the part
 */
export function refuseEmptyPart(field: Field<unknown>, parts: readonly Part[], where: string): void {
	const { displayName } = field.property;
	for (const [index, part] of parts.entries()) {
		if ('text' in part) continue;
		if (mayHaveLostDigits(part.value)) {
			throw unsentProblem(
				`"${displayName}" contains a number that may have lost digits${where}: ${part.code}`,
				'Make it text where it comes from. Nothing was sent.',
			);
		}
		if (!isEmpty(field, part.value, parts.slice(0, index), parts.slice(index + 1))) continue;
		throw unsentProblem(
			`"${displayName}" contains an expression that returned no value${where}: ${part.code}`,
			field.allowsEmptyPart
				? "Correct the expression, or add a fallback such as {{ $json.note ?? '' }}. Nothing was sent."
				: 'Correct the expression, so that this part has a value. Nothing was sent.',
		);
	}
}

function isEmpty(
	{ isName, needsText, allowsEmptyPart }: Field<unknown>,
	value: unknown,
	before: readonly Part[],
	after: readonly Part[],
): boolean {
	if (isName) return !hasText(value);
	if (value !== '' && isNothing(value)) return true;
	const text = textOf([{ text: '' }, { code: '', value }]);
	if (text.trim() === '') return !allowsEmptyPart?.(textOf(before), textOf(after));
	return needsText === true && (allowsEmptyPart ? meansNothing(text) : ![value].flat().every(hasText));
}
