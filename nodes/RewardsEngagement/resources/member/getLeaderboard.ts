import { z } from 'zod';

import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { hexRealmId } from '../../fields/text';
import { record } from '../../shared/record';
import { currencyOrDefault, HOW_TO_LIST_ARCHIVED } from '../currency/fields';

/** A row of the leaderboard. `accountId` is the `serviceId` in member paths. */
const leaderboardRow = record({
	accountId: z.string(),
	username: z.string().nullable(),
	displayName: z.string().nullable(),
	imageUrl: z.string().nullable(),
	balance: z.number(),
	rank: z.number(),
});

export const getLeaderboard = operation({
	displayName: 'Get Leaderboard',
	action: 'Get leaderboard of currency',
	description: 'List the members with the highest balances. "accountId" is the ID for other operations.',
	source: 'extended 4.2',
	parameters: {
		currencyId: currencyOrDefault('Currency', {
			description: 'The currency to rank by. If empty, most likely uses the default currency of the realm.',
			listHint: HOW_TO_LIST_ARCHIVED,
		}),
	},
	realm: hexRealmId,
	effect: 'read',
	permission: 'members:read',
	pagination: { place: 'after', size: 'take' },
	request: ({ realmId, currencyId }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/members/leaderboard`,
		query: { currencyId },
	}),
	response: listInData(leaderboardRow),
});
