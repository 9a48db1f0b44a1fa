import type { IDataObject } from 'n8n-workflow';

import { unsentProblem } from '../../errors';
import { timeOf } from '../../shared/times';
import { byActivity, DAY_MS, LATE_MS, personOf } from '../memberList';
import { SortedPages } from '../pages';
import { shortOf, unreadable, type Reading } from '../poller';
import { MOST_STATES, snapshotPoller, type Listed, type Look } from '../snapshot';

/**
 * A member is active again after some days without activity. The service shows only the latest activity, so the
 * members who were active in these days are remembered.
 */
export function memberReturned(days: number) {
	const daysMs = days * DAY_MS;
	return snapshotPoller({
		scope: String(days),
		needsBefore: true,
		tellsDifference: true,
		look: async (reading, isFirst) => {
			const look = await readActive(days, reading);
			// Whoever was active before the first poll has not returned.
			return isFirst ? look : { ...look, seenUpTo: look.seenUpTo - LATE_MS };
		},
		eventOf: ({ after, seenUpTo = Infinity, ...one }, { realmId, isSample }) => {
			const { joinedAt, lastActive } = one.record;
			// Others joined meanwhile, or were active before and only missed.
			const wasAway = isBefore(joinedAt, seenUpTo - daysMs) && !isBefore(lastActive, seenUpTo);
			if (!isSample && !wasAway) return undefined;
			return {
				type: 'member.returned',
				about: ['member.returned', realmId, days, one.id, after],
				data: { member: { ...personOf(one), lastActive }, days },
			};
		},
	});
}

/** Whether a time is up to another one, in milliseconds since 1970. */
function isBefore(time: IDataObject[string], other: number): boolean {
	return (timeOf(time) ?? Infinity) <= other;
}

/** Reads the members who were active in the last days. */
async function readActive(days: number, reading: Reading): Promise<Look & { seenUpTo: number }> {
	const pages = await SortedPages.open(byActivity, reading);
	const since = pages.first.asked - days * DAY_MS;
	const all = new Map<string, Listed>();
	const below = new Set<string>();
	let seenUpTo = pages.first.asked;
	for await (const { records, asked } of pages.newest()) {
		for (const { id, record, made } of records)
			if (made > since) all.set(id, { id, record, content: '' });
			else below.add(shortOf(id));
		seenUpTo = Math.max(seenUpTo, asked);
		if (below.size > 0) break;
		if (all.size > MOST_STATES) throw tooManyActive(days);
	}
	if (all.size + below.size === 0 && pages.first.startsUntimed)
		throw unreadable('it does not say when the members were last active');
	// Members who became active meanwhile left their page for the first ones.
	if (pages.first.next) {
		for await (const { records } of pages.newest(true)) {
			for (const { id, record, made } of records) if (made > since) all.set(id, { id, record, content: '' });
			if ((records.at(-1)?.made ?? -Infinity) < pages.first.asked) break;
		}
	}
	const isOver = all.size + below.size > 0 ? (key: string) => below.has(key) : undefined;
	return { listed: [...all.values()], isOver, seenUpTo };
}

function tooManyActive(days: number) {
	return unsentProblem(
		`More than ${MOST_STATES} members were active within ${days} days`,
		'Choose fewer days without activity.',
	);
}
