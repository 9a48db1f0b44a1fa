import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { LATE_MS, membersBy } from '../memberList';
import { timedPoller } from '../timedPoller';

/** Members who joined. */
export const memberJoined = timedPoller({
	...membersBy('joinedAt', 'joined'),
	type: 'member.joined',
	overlap: LATE_MS,
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
