import { daysAgo, isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { issuer, type Ledger } from '../../base/ledger';
import { byId, type Realm } from '../../base/state';
import { ids as chainIds, walletOf } from '../chain/seed';
import { ids as currencyIds } from '../currency/seed';
import type { Member } from './records';

export const ids = {
	members: {
		ada: seedId('account', 1),
		bruno: seedId('account', 2),
		chen: seedId('account', 3),
		dalia: seedId('account', 4),
		emeka: seedId('account', 5),
		freya: seedId('account', 6),
		goran: seedId('account', 7),
		hana: seedId('account', 8),
		ines: seedId('account', 9),
		jonas: seedId('account', 10),
		/** Joined today and has no points yet. */
		newcomer: seedId('account', 11),
		/** Pays the bonuses. Holds 1,000,000 of the default currency. */
		bonusPool: seedId('account', 12),
		/** A member of the other realm only. */
		stranger: seedId('account', 13),
	},
} as const;

function member(
	number: number,
	username: string,
	displayName: string,
	joinedDaysAgo: number,
	solanaWallet?: string,
): Member {
	return {
		id: seedId('account', number),
		realmMemberId: seedId('membership', number),
		joinedAt: isoDaysAgo(joinedDaysAgo),
		// Members who joined later were active later.
		lastActive: isoDaysAgo(joinedDaysAgo / 10),
		username,
		displayName,
		email: `${username}@members.example`,
		credentials: [
			{
				format: 'oauth',
				publicIdentifier: `${username}#${1000 + number}`,
				oauthProvider: 'discord',
				oauthAccountId: `90000000000000${1000 + number}`,
				oauthUsername: username,
			},
			{
				format: 'oauth',
				publicIdentifier: `@${username}`,
				oauthProvider: 'twitter',
				oauthAccountId: `8000${1000 + number}`,
				oauthUsername: username,
			},
			{
				format: 'wallet',
				publicIdentifier: walletOf(number),
				walletName: 'Sandbox Wallet',
				chain: 'ethereum',
			},
			...(solanaWallet === undefined
				? []
				: [{ format: 'wallet', publicIdentifier: solanaWallet, walletName: 'Tide Wallet', chain: 'solana' }]),
		],
		metadata: {},
	};
}

/** Pays the earlier earnings of the members over 100 days, and fills the bonus pool. */
function payRewards(ledger: Ledger): void {
	const { stars, gems, tickets } = currencyIds.currencies;
	const earners = Object.values(ids.members).slice(0, 10);
	const pay = (to: string, amount: number, currencyId: string, days: number, memo: string) =>
		ledger.move({ currencyId, from: issuer, to, amount, memo, at: daysAgo(days) });

	pay(ids.members.bonusPool, 1_000_000, stars, 110, 'Treasury');
	earners.forEach((memberId, index) => {
		pay(memberId, 50, stars, 95 - index * 9, 'First steps');
		pay(memberId, 400 + index * 75, stars, 88 - index * 8, 'Weekly walk');
		if (index % 2 === 0) pay(memberId, 2 + index, gems, 40 - index * 3, 'Weekly walk');
		if (index < 3) pay(memberId, 10, tickets, 100, 'Opening raffle');
	});
}

export function seedRealm({ id, ledger }: Realm): Partial<Realm> {
	if (id !== realmIds.realm) return { members: byId([member(13, 'stranger', 'Sam Stranger', 10)]) };
	payRewards(ledger);
	return {
		members: byId([
			member(1, 'ada', 'Ada Lindqvist', 96),
			member(2, 'bruno', 'Bruno Falk', 90),
			member(3, 'chen', 'Chen Wei', 84),
			member(4, 'dalia', 'Dalia Nasser', 71, chainIds.wallets.daliaSolana),
			member(5, 'emeka', 'Emeka Obi', 63),
			member(6, 'freya', 'Freya Holm', 55),
			member(7, 'goran', 'Goran Kos', 44),
			member(8, 'hana', 'Hana Mori', 35),
			member(9, 'ines', 'Inês Prado', 26),
			member(10, 'jonas', 'Jonas <Jo> "Zero" Brandt', 17),
			member(11, 'newcomer', 'Nia Newcomer', 0),
			member(12, 'bonus-pool', 'Bonus pool', 112),
		]),
	};
}
