import { createHash } from 'node:crypto';

import type { ApiRequest } from '../api/request';
import { canonicalJson, canonicalPath, canonicalText } from '../shared/canonical';

/** The owner of the keys. */
export interface KeyScope {
	nodeId: string;
	baseUrl: string;
	realmId: string;
}

const FULL_KEY = /@[0-9a-f]{12}$/;

/**
 * The key in the form in which it is recorded. It belongs to the node, so that another node of the workflow may use
 * the same text. It also belongs to the realm of the request, so that a payment in one realm uses up no key of
 * another.
 *
 * @param words the user's own, or what the item comes from and asks
 */
export function fullKey(words: string, { nodeId, baseUrl, realmId }: KeyScope): string {
	// The case of the host makes no difference.
	const address = URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/$/, '') : baseUrl;
	const scope = digestOf(`${nodeId} ${address} ${canonicalText(realmId)}`, 12);
	// A text may have an accent as one character or as two, and looks the same.
	return `${words.normalize()}@${scope}`;
}

/** Whether it is a full key as items show it, and not only its text. */
export function isFullKey(text: string): boolean {
	return FULL_KEY.test(text);
}

/**
 * A hash of what a request does, and to whom: 16 hexadecimal digits, equal for two requests that do the same.
 * Annotations do not count.
 */
export function fingerprintOf({ annotations = [], ...request }: ApiRequest): string {
	const { method, base = 'service', path, query, body, copies } = request;
	const address = canonicalPath(path.text);
	const original = copies === undefined ? [] : [copies];
	return digestOf(
		canonicalJson([method, base, address, query, subjectOf(body, annotations), ...original]),
		16,
	);
}

/** A body without its annotations. `undefined` if it has nothing else. */
function subjectOf(body: ApiRequest['body'], annotations: readonly string[]): ApiRequest['body'] {
	if (!body || annotations.length === 0) return body;
	const subject = { ...body };
	for (const name of annotations) delete subject[name];
	return subject;
}

function digestOf(text: string, length: number): string {
	return createHash('sha256').update(text).digest('hex').slice(0, length);
}
