import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Sent } from '../../shared/record';
import { searchMembers as searchOperation } from './search';
import { isNotFound, openListSearch, shownText } from '../../run/listSearch';
import { getManyMembers } from './getMany';
import type { member as memberRecord } from './record';

/** Found by a part: more of them help nobody to choose. */
const MOST = 25;

/** What the list of members looks into: a part of a name will do. */
const IN_LIST = ['username', 'email'];

/**
 * Finds members for a resource locator: by a part of a name or email where the service lists its members, else by the
 * whole of it; by wallet and the like as a whole. The kind of value is told from its form, and every kind it may be is asked.
 *
 * @param filter what the person typed. Before anything is typed, the first members are listed.
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
				// An installation of the older kind has no such list, and finds members by the whole of a name only.
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

/** The search types a value may belong to. */
export function kindsOf(value: string): string[] {
	if (value.includes('@') && !value.startsWith('@')) return ['email'];
	if (/^0x[0-9a-fA-F]{40}$/.test(value)) return ['wallet'];
	if (/^[0-9a-fA-F]{24}$/.test(value)) return ['service-id', 'username'];
	if (/^\d{5,20}$/.test(value)) return ['discord-id', 'twitter-id', 'username'];
	// Wallets of other chains are letters and digits, as a user name may be.
	if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)) return ['wallet', 'username'];
	return ['username'];
}

function nameOf(member: Sent<typeof memberRecord>): string {
	const name = shownText(member.displayName) || shownText(member.username) || String(member.id);
	const detail = shownText(member.email) || (shownText(member.displayName) && shownText(member.username));
	return detail && detail !== name ? `${name} (${detail})` : name;
}
