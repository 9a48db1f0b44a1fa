import { z } from 'zod';

import { shownText } from '../../declare/listSearch';
import { canonicalText } from '../../shared/canonical';
import { Decimal } from '../../shared/decimal';
import { isRecord } from '../../shared/json';
import { dateTime, freeObject, record } from '../../shared/record';

export const currencyBalance = record({
	balance: z.number(),
	currencyId: z.string(),
	currencyName: z.string().nullable(),
	currencyEmoji: z.string().nullable(),
});

/** The currency of a balance. The balance names it, or has its record in the older form. */
export function currencyOf(
	balance: Readonly<Record<string, unknown>>,
): Record<'id' | 'name' | 'emoji', string> {
	const point = isRecord(balance.realmPoint) ? balance.realmPoint : {};
	return {
		id: shownText(balance.currencyId) || shownText(point.id),
		name: shownText(balance.currencyName) || shownText(point.name),
		emoji: shownText(balance.currencyEmoji) || shownText(point.emoji),
	};
}

/**
 * The balance of each currency by its name, such as `{ Stars: 40 }`. In a CSV file, n8n makes one column of each.
 * Currencies of the same name also show their ID.
 */
function balancesByCurrency({ balances, pointBalances }: Readonly<Record<string, unknown>>): unknown {
	const list = balances ?? pointBalances;
	if (!Array.isArray(list)) return undefined;
	const held: Array<{ id: string; name: string; balance: unknown }> = [];
	for (const one of list.filter(isRecord)) {
		const { id, name } = currencyOf(one);
		if (id !== '' || name !== '') held.push({ id, name: name || id, balance: one.balance });
	}
	const isAlone = (name: string) => held.filter((one) => one.name === name).length === 1;
	return Object.fromEntries(
		held.map(({ id, name, balance }) => [isAlone(name) ? name : `${name} (${id})`, balance]),
	);
}

/**
 * A member's balance of a currency. It is 0 if the record has other balances, or none.
 *
 * @returns `undefined` if the record does not show balances, or no number
 */
export function balanceIn(
	{ balances, pointBalances }: Readonly<Record<string, unknown>>,
	currencyId: string,
): Decimal | undefined {
	const list = balances ?? pointBalances ?? (balances === null || pointBalances === null ? [] : undefined);
	if (!Array.isArray(list)) return undefined;
	const wanted = canonicalText(currencyId);
	const held = list.filter(isRecord).find((one) => canonicalText(currencyOf(one).id) === wanted);
	return held ? Decimal.of(held.balance) : Decimal.ZERO;
}

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
		balancesByCurrency: z.record(z.number()),
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
			'balancesByCurrency',
			'credentials',
			'metadata',
			'joinedAt',
			'lastActive',
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
		derived: { balancesByCurrency },
		olderNames: { balances: 'pointBalances' },
	},
);
