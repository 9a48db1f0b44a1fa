import { ExpressionParser, isExpression } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { isRounded } from '../shared/exactNumber';
import type { Field } from './field';
import { isLocator, isNothing } from './given';
import { hasText, type KeyPart } from './keyText';

/** A text as it stands, or what stands between two pairs of braces. */
export type Chunk = ReturnType<typeof ExpressionParser.splitExpression>[number];

/** Of an expression: what stands between two pairs of braces. */
export type CodeChunk = Extract<Chunk, { type: 'code' }>;

/** What an expression is put together of, as n8n takes it apart. */
export function chunksOf(written: string): Chunk[] {
	return ExpressionParser.splitExpression(written.slice(1)).filter(
		({ type, text }) => type === 'code' || text !== '',
	);
}

/** The texts that are put together of several parts: in a parameter, its locator, or a list. */
export function composedIn(written: unknown): Chunk[][] {
	if (isLocator(written)) return composedIn(written.value);
	if (Array.isArray(written)) return written.flatMap(composedIn);
	const chunks = isExpression(written) ? chunksOf(written) : [];
	return chunks.length < 2 ? [] : [chunks];
}

/** The code as an expression of its own. */
export function codeOf(chunk: CodeChunk): string {
	return ExpressionParser.joinExpression([chunk]);
}

/** How a parameter is called, and what its parts may be. */
export interface Composed extends Pick<Field<unknown>, 'isName' | 'allowsEmptyPart'> {
	displayName: string;
}

/**
 * Refuses a part that gave nothing. n8n would write nothing in its place: an amount that lacks its end is another amount,
 * an id that of something else, a path that of everything. And a number that may have lost its last digits, which is that
 * of something else too.
 *
 * @param shown a name must have text in each part; others may allow an empty one
 * @param where ends the message, such as " for this item"
 * @throws {InvalidParameter} naming the parameter and the part
 */
export function refuseGaps(shown: Composed, parts: readonly KeyPart[], where: string): void {
	for (const [index, part] of parts.entries()) {
		if ('text' in part) continue;
		const { code, value } = part;
		if (isRounded(value)) {
			throw new InvalidParameter(
				`"${shown.displayName}" contains a number too large to be exact${where}: ${code}`,
				'Its last digits may be lost. Provide it as text where it comes from. Nothing was sent.',
			);
		}
		if (!isGap(shown, parts, index, value)) continue;
		throw new InvalidParameter(
			`"${shown.displayName}" has a part that gave no value${where}: ${code}`,
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

/** What n8n writes for parts: nothing for an empty list, or for a list of empty texts. */
function written(parts: ReadonlyArray<{ text: string } | { value: unknown }>): string {
	try {
		return parts.map((part) => ('text' in part ? part.text : part.value)).join('');
	} catch {
		// An object without a text, of which n8n makes none either.
		return '';
	}
}
