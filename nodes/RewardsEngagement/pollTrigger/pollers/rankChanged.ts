import { z } from 'zod';

import { getLeaderboard } from '../../resources/member/getLeaderboard';
import { Decimal } from '../../shared/decimal';
import { eventIdOf, identifiedIn, type PolledEvent, type Poller, type Reading } from '../poller';
import { MOST_PLACES } from '../properties';
import { amountOf } from './balanceReached';

const TYPE = 'rank.changed';

const placeSchema = z.object({
	id: z.string(),
	username: z.string().nullable(),
	displayName: z.string().nullable(),
	/** A decimal number. */
	balance: z.string(),
});

type Place = z.infer<typeof placeSchema>;

const schema = z.object({
	/** The members at the top, the first one first. */
	top: z.array(placeSchema),
	/** When a poll saw them first, in milliseconds since 1970. Makes each event ID differ from earlier ones. */
	since: z.number(),
	/** The top whose changes another process emitted. They may not have arrived, so they are emitted again. */
	emitted: z.array(placeSchema).optional(),
	/** Whether the leaderboard was empty in the last poll. It may be so only for a moment. */
	wasEmpty: z.boolean().optional(),
});

type Position = z.infer<typeof schema>;

interface Move {
	member: Place;
	/** `undefined` if the leaderboard does not show it. */
	balance: string | undefined;
	/** From 1. `undefined` outside the top. */
	before: number | undefined;
	rank: number | undefined;
}

/**
 * A member entered the top of the leaderboard, left it, or moved within it.
 *
 * @param currencyId empty for the default currency
 * @param size how many places the top has
 */
export function rankChanged(currencyId: string, size: number): Poller<Position> {
	const toEvents = (moves: readonly Move[], since: number, { realmId, now }: Reading): PolledEvent[] =>
		moves.map(({ member: { id, username, displayName }, balance, before = null, rank = null }) => ({
			eventId: eventIdOf(TYPE, realmId, currencyId, size, since, id, before ?? 0, rank ?? 0),
			type: TYPE,
			timestamp: now,
			realmId,
			data: {
				member: { id, username, displayName },
				currencyId: currencyId === '' ? null : currencyId,
				previousRank: before,
				rank,
				newBalance: balance === undefined ? null : Number(balance),
			},
		}));
	return {
		scope: `${currencyId} ${size}`,
		schema,
		read: async (position, reading) => {
			const since = Date.parse(reading.now);
			const rows = await readRows(currencyId, position?.emitted ?? position?.top ?? [], reading);
			const top = position?.emitted ?? rows.slice(0, size);
			if (!position) {
				const sample = reading.isSample ? movesBetween([], rows.slice(0, reading.latest), rows) : [];
				return { events: toEvents(sample, since, reading), position: { top, since } };
			}
			if (top.length === 0 && position.top.length > 0 && !position.wasEmpty)
				return { events: [], position: { ...position, wasEmpty: true } };
			const moves = movesBetween(position.top, top, rows);
			// A poll in which this event comes first has room for all of them.
			if (moves.length > reading.maxEvents) return { events: [], position };
			if (moves.length === 0) return { events: [], position: { top, since: position.since } };
			return {
				events: toEvents(moves, position.since, reading),
				position: { top, since },
				repeat: { ...position, emitted: top },
			};
		},
	};
}

/** @param rows the leaderboard, for the balances of members who left the top */
function movesBetween(before: readonly Place[], after: readonly Place[], rows: readonly Place[]): Move[] {
	const rankIn = (places: readonly Place[], id: string) =>
		places.findIndex((place) => place.id === id) + 1 || undefined;
	const moved = after.map((member, index) => ({
		member,
		balance: member.balance,
		before: rankIn(before, member.id),
		rank: index + 1,
	}));
	const left = before.map((member, index) => {
		const row = rows.find(({ id }) => id === member.id);
		const rank = rankIn(after, member.id);
		return { member: row ?? member, balance: row?.balance, before: index + 1, rank };
	});
	return [
		...moved.filter(({ before: earlier, rank }) => earlier !== rank),
		...left.filter(({ rank }) => rank === undefined),
	];
}

/**
 * Reads the leaderboard as far as the largest top. The service may show members with equal balances in any order, so
 * they keep the order that they had.
 */
async function readRows(
	currencyId: string,
	before: readonly Place[],
	{ client, realmId }: Reading,
): Promise<Place[]> {
	const request = getLeaderboard.request({
		realmId,
		currencyId: currencyId === '' ? undefined : currencyId,
		limit: MOST_PLACES,
	});
	const rows = new Map<string, { place: Place; amount: Decimal }>();
	for await (const body of client.pages(request)) {
		for (const { id, record } of identifiedIn(body, 'accountId')) {
			const amount = amountOf(record);
			const { username, displayName } = record;
			const names = { username: textOf(username), displayName: textOf(displayName) };
			rows.set(id, { place: { id, ...names, balance: String(amount) }, amount });
		}
	}
	// If more members have the last balance than the page shows, it may show others each time.
	const last = [...rows.values()].at(-1)?.place.balance;
	for (const place of rows.size < MOST_PLACES ? [] : before) {
		const amount = Decimal.of(place.balance);
		if (amount && place.balance === last && !rows.has(place.id)) rows.set(place.id, { place, amount });
	}
	const orderOf = new Map(before.map(({ id }, index) => [id, index]));
	const known = [...rows.values()].sort((one, other) => {
		if (one.amount.isAbove(other.amount)) return -1;
		if (other.amount.isAbove(one.amount)) return 1;
		return (orderOf.get(one.place.id) ?? before.length) - (orderOf.get(other.place.id) ?? before.length);
	});
	return known.map(({ place }) => place);
}

function textOf(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}
