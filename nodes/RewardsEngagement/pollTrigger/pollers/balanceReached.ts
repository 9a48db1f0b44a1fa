import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { unsentProblem } from '../../errors';
import { getLeaderboard } from '../../resources/member/getLeaderboard';
import { Decimal } from '../../shared/decimal';
import {
	eventIdOf,
	identifiedIn,
	seenNow,
	shortOf,
	tooLong,
	unreadable,
	type Poller,
	type Reading,
} from '../poller';
import { changesSince, snapshot, type Snapshot, type State } from '../snapshot';

interface Position extends Snapshot {
	/** Members that were known to be at or above the threshold, and were missing in the last poll. */
	absent: string[];
}

const schema: z.ZodType<Position> = snapshot.extend({ absent: z.array(z.string()) });

/** The most members above the threshold, because each is remembered. */
const MOST_ABOVE = 10_000;

/**
 * A member's balance reached the threshold. The event happens once, until the balance falls below it again. It reads
 * the leaderboard, which has the highest balance first. The service has no history of balances, so the event's ID
 * contains the time when the balance was last seen below.
 */
export function balanceReached(currencyId: string, threshold: number): Poller<Position> {
	return {
		scope: `${currencyId} ${threshold}`,
		schema,
		read: async (position, reading) => {
			const { realmId } = reading;
			const { above, isOneMoment } = await readAbove(currencyId, threshold, reading);
			const present = new Set(above.map(({ id }) => shortOf(id)));
			// A missing member may only have moved between two pages, or the service may have shown nothing for a
			// moment.
			const missing = Object.keys(position?.known ?? {}).filter((key) => !present.has(key));
			const isBelow = (key: string) => isOneMoment || (position?.absent.includes(key) ?? false);
			const found = changesSince(position, above, reading, missing.filter(isBelow));
			return {
				events: found.changes.map(({ id, record, after }) => {
					const { username, displayName, balance, rank } = record;
					const eventId = eventIdOf('balance.reached', realmId, currencyId, threshold, id, after);
					return seenNow(reading, 'balance.reached', eventId, {
						member: { id, username, displayName },
						currencyId: currencyId === '' ? null : currencyId,
						threshold,
						newBalance: balance,
						rank,
					});
				}),
				position: { ...found.snapshot, absent: missing.filter((key) => !isBelow(key)) },
			};
		},
	};
}

async function readAbove(currencyId: string, threshold: number, { client, realmId, hasTime }: Reading) {
	const request = getLeaderboard.request({
		realmId,
		currencyId: currencyId === '' ? undefined : currencyId,
		returnAll: true,
	});
	const all = new Map<string, State>();
	const least = Decimal.of(threshold) ?? Decimal.ZERO;
	let pages = 0;
	let isEmpty = false;
	for await (const body of client.pages(request)) {
		pages++;
		const page = identifiedIn(body, 'accountId');
		isEmpty = page.length === 0;
		const above = page.filter(({ record }) => !least.isAbove(amountOf(record)));
		for (const place of above) all.set(place.id, { ...place, content: '' });
		if (above.length < page.length) break;
		if (all.size > MOST_ABOVE) {
			throw unsentProblem(
				`More than ${MOST_ABOVE} members hold ${threshold} or more`,
				'Choose a higher threshold.',
			);
		}
		if (!hasTime()) throw tooLong();
	}
	return { above: [...all.values()], isOneMoment: pages <= 1 && !isEmpty };
}

/** The balance, as a number or as text. */
function amountOf({ balance }: IDataObject): Decimal {
	const amount = Decimal.of(balance);
	if (amount === undefined) throw unreadable('the leaderboard does not show every balance');
	return amount;
}
