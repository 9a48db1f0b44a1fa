import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { InvalidParameter } from '../../errors/invalidParameter';
import { getLeaderboard } from '../../resources/member/getLeaderboard';
import { Decimal } from '../../shared/decimal';
import { isRecord } from '../../shared/json';
import { eventIdOf, shortOf, tooLong, unreadable, type Feed, type Reading } from '../feed';

interface Position extends IDataObject {
	/** Those at the threshold or above it, in short. */
	above: Record<string, 1>;
	/** Those of them that were not there the last time. */
	absent: Record<string, number>;
	/** How often anybody was emitted: whoever falls below and comes back is another event. */
	times: number;
	/** When all began: these times are others than those that were counted before it. */
	began: string;
}

const schema: z.ZodType<Position> = z.object({
	above: z.record(z.literal(1)),
	absent: z.record(z.number()),
	times: z.number(),
	began: z.string(),
});

interface Place {
	accountId: string;
	/** The balance, which is text in the record where JavaScript would change its digits. */
	amount: Decimal;
	record: IDataObject;
}

/** More are no event of note, and each is remembered. */
const MOST_ABOVE = 10_000;

/** A member holds a balance, once until it falls below again; by the leaderboard, which has the highest first. */
export function balanceReached(currencyId: string, threshold: number): Feed<Position> {
	return {
		scope: `${currencyId} ${threshold}`,
		schema,
		read: async (position, reading) => {
			const { realmId, now } = reading;
			const { places, isOneMoment } = await readAbove(currencyId, threshold, reading);
			const present = new Set(places.map(({ accountId }) => shortOf(accountId)));
			const { kept, absent } = stillAbove(position, present, isOneMoment);
			const fresh = places.filter(({ accountId }) => !(shortOf(accountId) in kept));
			const taken = position
				? fresh.slice(0, reading.most)
				: reading.latest > 0
					? fresh.slice(-reading.latest)
					: [];
			const known = position ? taken : fresh;
			const { times, began } = position ?? { times: 0, began: now };
			const since = position ? [began] : [];
			return {
				events: taken.map(({ accountId, record }) => ({
					eventId: eventIdOf('balance.reached', realmId, currencyId, threshold, accountId, times, ...since),
					type: 'balance.reached',
					timestamp: now,
					realmId,
					data: {
						member: { id: accountId, username: record.username, displayName: record.displayName },
						currencyId: currencyId === '' ? null : currencyId,
						threshold,
						newBalance: record.balance,
						rank: record.rank,
					},
				})),
				position: {
					above: {
						...kept,
						...Object.fromEntries(known.map(({ accountId }) => [shortOf(accountId), 1 as const])),
					},
					absent,
					times: times + (taken.length > 0 ? 1 : 0),
					began,
				},
			};
		},
	};
}

/** Who is not there may only have been between two pages, or the service had nothing to show for a moment. */
function stillAbove(
	position: Position | undefined,
	present: ReadonlySet<string>,
	isOneMoment: boolean,
): { kept: Position['above']; absent: Position['absent'] } {
	const kept: Position['above'] = {};
	const absent: Position['absent'] = {};
	for (const key of Object.keys(position?.above ?? {})) {
		const times = present.has(key) ? 0 : (position?.absent[key] ?? 0) + 1;
		if (times > 0 && (isOneMoment || times > 1)) continue;
		kept[key] = 1;
		if (times > 0) absent[key] = times;
	}
	return { kept, absent };
}

async function readAbove(currencyId: string, threshold: number, { client, realmId, hasTime }: Reading) {
	const request = getLeaderboard.request({
		realmId,
		currencyId: currencyId === '' ? undefined : currencyId,
		returnAll: true,
	});
	const all = new Map<string, Place>();
	const least = Decimal.of(threshold) ?? Decimal.ZERO;
	let pages = 0;
	let isEmpty = false;
	for await (const body of client.pages(request)) {
		pages++;
		const page = placesIn(body);
		isEmpty = page.length === 0;
		const above = page.filter(({ amount }) => !least.isAbove(amount));
		for (const place of above) all.set(place.accountId, place);
		if (above.length < page.length) break;
		if (all.size > MOST_ABOVE) {
			throw new InvalidParameter(
				`More than ${MOST_ABOVE} members hold ${threshold} or more`,
				'Choose a higher threshold.',
			);
		}
		if (!hasTime()) throw tooLong();
	}
	return { places: [...all.values()], isOneMoment: pages <= 1 && !isEmpty };
}

function placesIn(body: unknown): Place[] {
	const data = isRecord(body) ? body.data : undefined;
	if (!Array.isArray(data)) throw unreadable('the answer holds no list');
	return data.filter(isRecord).map((record) => {
		const { accountId, balance } = record;
		const amount = Decimal.of(balance);
		if (typeof accountId !== 'string' || amount === undefined) {
			throw unreadable('the leaderboard does not say who has how much');
		}
		return { accountId, amount, record: record as IDataObject };
	});
}
