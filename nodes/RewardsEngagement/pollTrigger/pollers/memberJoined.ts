import type { IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../../api/paging';
import { getManyMembers } from '../../resources/member/getMany';
import { isRecord } from '../../shared/json';
import { PAGE } from '../poller';
import { timedPoller } from '../timedPoller';

/** Members who joined. The service sorts and counts the members, and its pages have numbers. */
export const memberJoined = timedPoller({
	type: 'member.joined',
	words: { records: 'members', made: 'joined' },
	// The service lists a new member at once, or a little later if it has replicas.
	overlap: 2 * 60_000,
	isSorted: true,
	// Within this number of pages, new members are emitted oldest first.
	maxPages: 15,
	request: (realmId) => getManyMembers.request({ realmId, sortBy: 'joinedAt', sortOrder: 'desc' }),
	query: ({ page = 1 }) => ({ page, limit: PAGE }),
	nextPlace: ({ totalPages }, { page = 1 }, members) => {
		const last = wholeNumber(totalPages) ?? (members < PAGE ? page : Infinity);
		return members > 0 && page < last ? { page: page + 1 } : undefined;
	},
	madeAt: 'joinedAt',
	// A member who leaves and joins again has joined twice.
	identityOf: ({ id, time }) => [id, time],
	dataOf: ({ id, record: { username, displayName, joinedAt, credentials } }) => ({
		member: { id, username, displayName, joinedAt, credentials: platformsOf(credentials) },
	}),
});

/** The event has a platform and the member's ID there. The list has the details of either. */
function platformsOf(credentials: unknown): IDataObject[] {
	if (!Array.isArray(credentials)) return [];
	return credentials.filter(isRecord).map((one) => {
		const { format, oauthProvider, oauthAccountId, publicIdentifier } = one as IDataObject;
		return { type: oauthProvider ?? format, platformId: oauthAccountId ?? publicIdentifier };
	});
}
