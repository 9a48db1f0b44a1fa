import type { IDataObject } from 'n8n-workflow';

import { unsentProblem } from '../../errors';
import { getLeaderboard } from '../../resources/member/getLeaderboard';
import { Decimal } from '../../shared/decimal';
import { identifiedIn, shortOf, tooLong, unreadable, type Reading } from '../poller';
import { MOST_STATES, snapshotPoller, type Look, type Listed } from '../snapshot';

/**
 * A member's balance reached the threshold. The event happens once, until the balance falls below it again. The
 * service has no history of balances, so the event's ID contains the time when the balance was last seen below.
 */
export function balanceReached(currencyId: string, threshold: number) {
	return snapshotPoller({
		scope: `${currencyId} ${threshold}`,
		look: async (reading) => await readAbove(currencyId, threshold, reading),
		eventOf: ({ id, record, after }, { realmId }) => {
			const { username, displayName, balance, rank } = record;
			return {
				type: 'balance.reached',
				about: ['balance.reached', realmId, currencyId, threshold, id, after],
				data: {
					member: { id, username, displayName },
					currencyId: currencyId === '' ? null : currencyId,
					threshold,
					newBalance: balance,
					rank,
				},
			};
		},
	});
}

/** Reads the leaderboard, which has the highest balance first, up to the threshold. */
async function readAbove(
	currencyId: string,
	threshold: number,
	{ client, realmId, hasTime }: Reading,
): Promise<Look> {
	const request = getLeaderboard.request({
		realmId,
		currencyId: currencyId === '' ? undefined : currencyId,
		returnAll: true,
	});
	const all = new Map<string, Listed>();
	const below = new Set<string>();
	const least = Decimal.of(threshold) ?? Decimal.ZERO;
	let pages = 0;
	for await (const body of client.pages(request)) {
		pages++;
		for (const place of identifiedIn(body, 'accountId')) {
			if (least.isAbove(amountOf(place.record))) below.add(shortOf(place.id));
			else all.set(place.id, { ...place, content: '' });
		}
		if (below.size > 0) break;
		if (all.size > MOST_STATES) {
			throw unsentProblem(
				`More than ${MOST_STATES} members hold ${threshold} or more`,
				'Choose a higher threshold.',
			);
		}
		if (!hasTime()) throw tooLong();
	}
	// One page shows all members at one moment.
	const isOneMoment = pages === 1 && all.size + below.size > 0;
	return { listed: [...all.values()], isOver: (key) => isOneMoment || below.has(key) };
}

/**
 * The balance in a row of the leaderboard, as a number or as text.
 *
 * @throws {Problem} for a row without one
 */
export function amountOf({ balance }: IDataObject): Decimal {
	const amount = Decimal.of(balance);
	if (amount === undefined) throw unreadable('the leaderboard does not show every balance');
	return amount;
}
