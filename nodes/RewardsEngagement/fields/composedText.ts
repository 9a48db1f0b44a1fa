import { ExpressionParser, isExpression } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { isRounded } from '../shared/exactNumber';
import { isLocator, isNothing } from './given';
import { hasText } from './keyText';

type Chunk = ReturnType<typeof ExpressionParser.splitExpression>[number];

/** Of an expression: what stands between two pairs of braces. */
export type CodeChunk = Extract<Chunk, { type: 'code' }>;

/** What an expression is put together of, as n8n takes it apart. */
export function chunksOf(written: string): Chunk[] {
	return ExpressionParser.splitExpression(written.slice(1)).filter(
		({ type, text }) => type === 'code' || text !== '',
	);
}

/** The code in texts that are put together of several parts: in a parameter, its locator, or a list. */
export function codeIn(written: unknown): CodeChunk[] {
	if (isLocator(written)) return codeIn(written.value);
	if (Array.isArray(written)) return written.flatMap(codeIn);
	const chunks = isExpression(written) ? chunksOf(written) : [];
	if (chunks.length < 2) return [];
	return chunks.filter((chunk): chunk is CodeChunk => chunk.type === 'code');
}

/** The code as an expression of its own. */
export function codeOf(chunk: CodeChunk): string {
	return ExpressionParser.joinExpression([chunk]);
}

/**
 * Refuses a part that gave nothing. n8n would write nothing in its place: an id that lacks its end is that of something
 * else, a path that of everything. And a number that may have lost its last digits, which is that of something else too.
 *
 * @param shown a name must have text in each part; in other texts one without characters is what somebody gave
 * @param where ends the message, such as " for this item"
 * @throws {InvalidParameter} naming the parameter and the part
 */
export function refuseGap(
	{ displayName, isName }: { displayName: string; isName?: boolean },
	{ code, value }: { code: string; value: unknown },
	where = '',
): void {
	if (isRounded(value)) {
		throw new InvalidParameter(
			`"${displayName}" has a part that is too large a number to be exact${where}: ${code}`,
			'Have it given as text where it comes from: its last digits may be lost. Nothing was sent.',
		);
	}
	const isMissing = isName ? !hasText(value) : value !== '' && isNothing(value);
	if (!isMissing) return;
	throw new InvalidParameter(
		`"${displayName}" has a part that gave no value${where}: ${code}`,
		'Correct the expression, or have it give what is to stand there instead. Nothing was sent.',
	);
}
