import { createHash } from 'node:crypto';

import { canonicalText } from '../shared/canonical';

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
 * @param words the user's own, or an event's ID
 */
export function fullKey(words: string, scope: KeyScope): string {
	// A text may have an accent as one character or as two, and looks the same.
	return `${words.normalize()}@${digestOf(scope)}`;
}

function digestOf({ nodeId, baseUrl, realmId }: KeyScope): string {
	// The case of the host makes no difference.
	const address = URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/$/, '') : baseUrl;
	const scope = `${nodeId} ${address} ${canonicalText(realmId)}`;
	return createHash('sha256').update(scope).digest('hex').slice(0, 12);
}

/** Whether it is a full key as items show it, and not only its text. */
export function isFullKey(text: string): boolean {
	return FULL_KEY.test(text);
}
