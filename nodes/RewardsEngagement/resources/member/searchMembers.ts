import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { isNotFound, openListSearch, shownText } from '../../declare/listSearch';
import type { Sent } from '../../shared/record';
import { getManyMembers } from './getMany';
import type { member as memberRecord } from './record';
import { searchMembers as searchOperation } from './search';

/** The most members for a part of a name. A longer list does not help to choose. */
const MOST = 25;

/** The kinds of values that the list of members also finds by a part. */
const IN_LIST = ['username', 'email'];

/**
 * Finds members for a resource locator: by part of a name or email if the service lists its members, otherwise by the
 * whole value. Wallets and the like are always found by the whole value. The form of the value shows its possible
 * kinds, and all of them are searched.
 *
 * @param filter the user's input. Without it, the first members are listed.
 */
export async function searchMembers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const value = filter?.trim() ?? '';
	const search = await openListSearch(this);
	const bodies = await Promise.all(
		kindsOf(value).map(async (type) => {
			const byWhole = async () => await search(searchOperation, { type, values: [value] });
			if (!IN_LIST.includes(type)) return await byWhole();
			const part = { ...(value !== '' && { search: value }), limit: MOST };
			return await search(getManyMembers, part).catch(async (thrown: unknown) => {
				// An older installation has no such list, and finds members only by the whole name.
				if (isNotFound(thrown)) return value === '' ? [] : await byWhole();
				throw thrown;
			});
		}),
	);
	const found = new Map<string, INodeListSearchItems>();
	for (const member of bodies.flat()) {
		if (typeof member.id === 'string') found.set(member.id, { name: nameOf(member), value: member.id });
	}
	return { results: [...found.values()] };
}

export function kindsOf(value: string): string[] {
	if (value.includes('@') && !value.startsWith('@')) return ['email'];
	if (/^0x[0-9a-fA-F]{40}$/.test(value)) return ['wallet'];
	if (/^[0-9a-fA-F]{24}$/.test(value)) return ['service-id', 'username'];
	if (/^\d{5,20}$/.test(value)) return ['discord-id', 'twitter-id', 'username'];
	// Wallets of other chains are letters and digits, like some usernames.
	if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)) return ['wallet', 'username'];
	return ['username'];
}

function nameOf(member: Sent<typeof memberRecord>): string {
	const name = shownText(member.displayName) || shownText(member.username) || String(member.id);
	const detail = shownText(member.email) || (shownText(member.displayName) && shownText(member.username));
	return detail && detail !== name ? `${name} (${detail})` : name;
}
