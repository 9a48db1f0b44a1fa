import { createHash } from 'node:crypto';

import { ExpressionParser, isExpression, type IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { canonicalText } from './fingerprint';

/** What JavaScript writes for a value that is not there, or that has no text. */
const NO_TEXT = /(^|[^A-Za-z0-9])(undefined|null|NaN|\[object \w+\])($|[^A-Za-z0-9])/;

/**
 * Refuses a key of which a part came out empty: "order-" would be the key of every order without an id.
 *
 * @param raw the parameter as the user wrote it
 * @param words what it came to
 * @throws {InvalidParameter} naming the part
 */
export function checkWords(context: IExecuteFunctions, raw: unknown, words: string, itemIndex: number): void {
	if (!isExpression(raw)) return;
	for (const { type, text } of ExpressionParser.splitExpression(raw.slice(1))) {
		if (type !== 'code') continue;
		const value: unknown = context.evaluateExpression(`{{${text}}}`, itemIndex);
		if (!hasText(value)) throw isBlank(`{{${text}}}`);
	}
	if (NO_TEXT.test(words)) throw isBlank(raw.slice(1));
}

function hasText(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '' && !NO_TEXT.test(value);
	return typeof value === 'boolean' || (typeof value === 'number' && !Number.isNaN(value));
}

function isBlank(part: string): InvalidParameter {
	return new InvalidParameter(
		`The key has a part that gave no value for this item: ${part.trim()}`,
		'Correct the expression, so that the key tells this item from others. Nothing was sent.',
	);
}

/** Whose keys they are. */
export interface KeyScope {
	nodeId: string;
	baseUrl: string;
	realmId: string;
}

const FULL_KEY = /@[0-9a-f]{12}$/;

/**
 * The key as it is recorded. It belongs to the node, so that another node of the workflow may use the same words, and
 * to the realm of the request, so that what is paid in one realm spends no key of another.
 *
 * @param words the user's own, or an event's id
 */
export function fullKey(words: string, { nodeId, baseUrl, realmId }: KeyScope): string {
	const scope = `${nodeId} ${addressOf(baseUrl)} ${canonicalText(realmId)}`;
	return `${words}@${createHash('sha256').update(scope).digest('hex').slice(0, 12)}`;
}

/** Whether it is a key as items show it, and not the words alone. */
export function isFullKey(text: string): boolean {
	return FULL_KEY.test(text);
}

/** The address as it is compared: the case of its host makes no difference. */
function addressOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/$/, '') : baseUrl;
}
