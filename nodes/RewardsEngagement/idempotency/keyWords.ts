import { createHash } from 'node:crypto';

import { canonicalText } from '../shared/canonical';

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
export function fullKey(words: string, scope: KeyScope): string {
	// A text may hold an accent as one character or as two, and looks the same.
	return `${words.normalize()}@${digestOf(scope)}`;
}

function digestOf({ nodeId, baseUrl, realmId }: KeyScope): string {
	const scope = `${nodeId} ${addressOf(baseUrl)} ${canonicalText(realmId)}`;
	return createHash('sha256').update(scope).digest('hex').slice(0, 12);
}

/** Whether it is a key as items show it, and not the words alone. */
export function isFullKey(text: string): boolean {
	return FULL_KEY.test(text);
}

/** The address as it is compared: the case of its host makes no difference. */
function addressOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/$/, '') : baseUrl;
}
