import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';

export const currencyBalance = record({
	balance: z.number(),
	currencyId: z.string(),
	currencyName: z.string().nullable(),
	currencyEmoji: z.string().nullable(),
});

/** A member of a realm. `id` is the member's identifier in the service, which all member paths use. */
export const member = record(
	{
		id: z.string(),
		realmMemberId: z.string(),
		joinedAt: dateTime,
		username: z.string().nullable(),
		displayName: z.string().nullable(),
		imageUrl: z.string().nullable(),
		email: z.string().nullable(),
		about: z.string().nullable(),
		alias: z.string().nullable(),
		firstVisit: dateTime.nullable(),
		lastVisit: dateTime.nullable(),
		lastActive: dateTime.nullable(),
		hasRealmActivity: z.boolean(),
		referralId: z.string().nullable(),
		credentials: z.array(
			record({
				format: z.string().nullable(),
				publicIdentifier: z.string().nullable(),
				oauthProvider: z.string().nullable(),
				oauthAccountId: z.string().nullable(),
				oauthUsername: z.string().nullable(),
				walletName: z.string().nullable(),
				chain: z.string().nullable(),
			}),
		),
		balances: z.array(currencyBalance),
		teamMembership: freeObject.nullable(),
		notes: z.unknown(),
		metadata: freeObject.nullable(),
	},
	{
		simplified: [
			'id',
			'username',
			'displayName',
			'email',
			'balances',
			'credentials',
			'metadata',
			'joinedAt',
			'lastActive',
			'hasRealmActivity',
		],
		forModels: [
			'id',
			'username',
			'displayName',
			'balances',
			'joinedAt',
			'lastActive',
			'hasRealmActivity',
			'referralId',
			'imageUrl',
			'realmMemberId',
		],
		olderNames: { balances: 'pointBalances' },
	},
);
