import { ExpressionParser, isExpression } from 'n8n-workflow';

import { unsentProblem } from '../errors';
import type { Field } from './field';
import { isLocator, isNothing } from './given';
import { hasText, type KeyPart } from './keyText';
import { mayHaveLostDigits } from './number';

/** Literal text, or the code between two pairs of braces. */
export type Chunk = ReturnType<typeof ExpressionParser.splitExpression>[number];

/** The code between two pairs of braces in an expression. */
export type CodeChunk = Extract<Chunk, { type: 'code' }>;

/** The parts of an expression, split as n8n does it. */
export function chunksOf(written: string): Chunk[] {
	return ExpressionParser.splitExpression(written.slice(1)).filter(
		({ type, text }) => type === 'code' || text !== '',
	);
}

/** The texts with several parts in a parameter, its locator, or a list. */
export function composedIn(written: unknown): Chunk[][] {
	if (isLocator(written)) return composedIn(written.value);
	if (Array.isArray(written)) return written.flatMap(composedIn);
	const chunks = isExpression(written) ? chunksOf(written) : [];
	return chunks.length < 2 ? [] : [chunks];
}

/** The code as a separate expression. */
export function codeOf(chunk: CodeChunk): string {
	return ExpressionParser.joinExpression([chunk]);
}

/** The name of a parameter, and whether its parts may be empty. */
export interface Composed extends Pick<Field<unknown>, 'isName' | 'allowsEmptyPart'> {
	displayName: string;
}

/**
 * Refuses an empty part. n8n would write nothing in its place. An amount without its end is another amount, and an ID
 * without its end belongs to another record. A path without its end could name all records. Also refuses a number
 * that may have lost digits.
 *
 * @param shown a name needs text in each part, and other fields may allow an empty part
 * @param where end of the message, such as " for this item"
 * @throws {Problem} naming the parameter and the part
 */
export function refuseGaps(shown: Composed, parts: readonly KeyPart[], where: string): void {
	for (const [index, part] of parts.entries()) {
		if ('text' in part) continue;
		const { code, value } = part;
		if (mayHaveLostDigits(value)) {
			throw unsentProblem(
				`"${shown.displayName}" contains a number that may have lost digits${where}: ${code}`,
				'Make it text where it comes from. Nothing was sent.',
			);
		}
		if (!isGap(shown, parts, index, value)) continue;
		throw unsentProblem(
			`"${shown.displayName}" contains an expression that returned no value${where}: ${code}`,
			shown.allowsEmptyPart
				? "Correct the expression, or add a fallback such as {{ $json.note ?? '' }}. Nothing was sent."
				: 'Correct the expression, so that this part has a value. Nothing was sent.',
		);
	}
}

function isGap(
	{ isName, allowsEmptyPart }: Composed,
	parts: readonly KeyPart[],
	index: number,
	value: unknown,
): boolean {
	if (isName) return !hasText(value);
	if (value !== '' && isNothing(value)) return true;
	if (written([{ value }]).trim() !== '') return false;
	return !allowsEmptyPart?.(written(parts.slice(0, index)), written(parts.slice(index + 1)));
}

/** The text that n8n writes for the parts: nothing for an empty list, or for a list of empty texts. */
function written(parts: ReadonlyArray<{ text: string } | { value: unknown }>): string {
	try {
		return parts.map((part) => ('text' in part ? part.text : part.value)).join('');
	} catch {
		// An object without a text form. n8n cannot write it either.
		return '';
	}
}
