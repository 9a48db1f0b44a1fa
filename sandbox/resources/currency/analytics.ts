import Big from 'big.js';
import { sumOf, sumsOf } from '../../base/decimal';
import { isPerson, issuer, store, type Entry, type Ledger } from '../../base/ledger';
import type { Realm } from '../../base/state';
import type { Period } from './records';

const day = 24 * 60 * 60 * 1000;
const periodDays: Record<Period, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

const total = (entries: Entry[]) => sumOf(entries.map(({ amount }) => amount)).toNumber();

/** The sum of rewards. Transfers between members are not earnings. */
const earned = (entries: Entry[]) => total(entries.filter(({ from }) => from === issuer));

const spent = (entries: Entry[]) => total(entries.filter(({ to }) => to === store));

/** Entries from `start` days ago, included, to `end` days ago, excluded. */
function between(entries: Entry[], start: number, end: number): Entry[] {
	const now = Date.now();
	return entries.filter(({ at }) => {
		const age = now - Date.parse(at);
		return age <= start * day && age > end * day;
	});
}

const lastDays = (entries: Entry[], days: number) => between(entries, days, -1);

/** The first credit of each holder. */
function firstCredits(entries: Entry[]): Entry[] {
	const first = new Map<string, Entry>();
	for (const entry of entries) {
		const known = first.get(entry.to);
		if (isPerson(entry.to) && (!known || entry.at < known.at)) first.set(entry.to, entry);
	}
	return [...first.values()];
}

/** Growth in percent, or 0 when there was nothing before. */
const growth = (before: number, added: number) =>
	before === 0 ? 0 : Big(added).div(before).times(100).toNumber();

/** The share of each part, or 0 without parts. */
const share = (whole: number, parts: number) => (parts === 0 ? 0 : Big(whole).div(parts).toNumber());

/** Members who own something, richest first. */
function holdersOf(ledger: Ledger, currencyIds: ReadonlySet<string>) {
	const owned = ledger
		.accounts()
		.filter(
			({ currencyId, holder, balance }) => currencyIds.has(currencyId) && isPerson(holder) && balance > 0,
		);
	return [...sumsOf(owned.map(({ holder, balance }) => [holder, balance]))]
		.map(([holder, balance]) => ({ holder, balance: balance.toNumber() }))
		.sort((a, b) => b.balance - a.balance);
}

function median(sorted: number[]): number {
	const middle = sorted.length / 2;
	const low = sorted[Math.ceil(middle) - 1] ?? 0;
	const high = sorted[Math.floor(middle)] ?? low;
	return Big(low).plus(high).div(2).toNumber();
}

/** API document, section 2.8, calculated from the ledger. Growth refers to the period. */
export function realmAnalytics({ currencies, ledger }: Realm, period: Period) {
	const days = periodDays[period];
	const records = [...currencies.values()];
	const { entries } = ledger;
	const holders = holdersOf(ledger, new Set(currencies.keys()));
	const credits = firstCredits(entries);
	const month = lastDays(entries, 30);
	const archived = records.filter((currency) => currency.archived).length;
	const newCredits = lastDays(credits, days).length;
	const earnedBefore = earned(between(entries, 2 * days, days));
	const newSystems = records.filter(
		({ createdAt }) => Date.now() - Date.parse(createdAt) <= days * day,
	).length;
	return {
		totalPointsSystems: records.length,
		totalActivePointsSystems: records.length - archived,
		totalArchivedPointsSystems: archived,
		totalHolders: holders.length,
		totalPointsEarned: earned(entries),
		averagePointsPerHolder: share(earned(entries), holders.length),
		last30DaysActivity: {
			pointsEarned: earned(month),
			newHolders: lastDays(credits, 30).length,
			transactionCount: month.length,
		},
		growthMetrics: {
			holdersGrowthRate: growth(credits.length - newCredits, newCredits),
			pointsEarnedGrowthRate: growth(
				earnedBefore,
				Big(earned(lastDays(entries, days)))
					.minus(earnedBefore)
					.toNumber(),
			),
			systemsGrowthRate: growth(records.length - newSystems, newSystems),
		},
	};
}

/**
 * API document, section 2.9, calculated from the ledger.
 *
 * @param period the time that `recentActivity` covers. It lists only days with activity.
 * @param topHoldersLimit the number of top holders, 0 for none
 */
export function currencyAnalytics(realm: Realm, currencyId: string, period: Period, topHoldersLimit: number) {
	const { ledger, members, currencies } = realm;
	const entries = ledger.entries.filter((entry) => entry.currencyId === currencyId);
	const holders = holdersOf(ledger, new Set([currencyId]));
	const credits = firstCredits(entries);
	const balances = holders.map(({ balance }) => balance);
	const averageBalance = share(sumOf(balances).toNumber(), holders.length);
	const month = lastDays(entries, 30);
	const on = (date: string) => (entry: Entry) => entry.at.startsWith(date);
	const recent = lastDays(entries, periodDays[period]);
	const dates = [...new Set(recent.map(({ at }) => at.slice(0, 10)))].sort();
	return {
		pointsSystemId: currencyId,
		pointsSystemName: currencies.get(currencyId)?.name ?? '',
		totalHolders: holders.length,
		totalPointsEarned: earned(entries),
		totalPointsSpent: spent(entries),
		averageBalance,
		last30DaysActivity: {
			pointsEarned: earned(month),
			pointsSpent: spent(month),
			newHolders: lastDays(credits, 30).length,
			transactionCount: month.length,
		},
		distribution: {
			topPercentileHolders: Math.ceil(holders.length / 100),
			medianBalance: median(balances),
			averageBalance,
		},
		recentActivity: dates.map((date) => ({
			date,
			pointsEarned: earned(recent.filter(on(date))),
			pointsSpent: spent(recent.filter(on(date))),
			newHolders: credits.filter(on(date)).length,
		})),
		topHolders: holders.slice(0, topHoldersLimit).map(({ holder, balance }, index) => ({
			userId: holder,
			username: members.get(holder)?.username ?? '',
			balance,
			rank: index + 1,
		})),
	};
}
