import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import { wholeNumber } from '../api/paging';
import { totalIn } from '../api/records';
import { unsentProblem } from '../errors';
import { getManyMembers } from '../resources/member/getMany';
import { timeOf } from '../shared/times';
import type { List } from './pages';
import { CLOCK_TOLERANCE_MS, identifiedIn, PAGE, tooLong, type Identified, type Reading } from './poller';
import { MOST_STATES } from './snapshot';

/** The members, those with the latest time first. The service sorts and counts them, and its pages have numbers. */
export function membersBy(sortBy: 'joinedAt' | 'lastActive', made: string): List {
	return {
		words: { records: 'members', made },
		isSorted: true,
		// Within this number of pages, new members are emitted oldest first.
		maxPages: 15,
		request: (realmId) => getManyMembers.request({ realmId, sortBy, sortOrder: 'desc' }),
		query: ({ page = 1 }) => ({ page, limit: PAGE }),
		nextPlace: ({ totalPages }, { page = 1 }, members) => {
			const last = wholeNumber(totalPages) ?? (members < PAGE ? page : Infinity);
			return members > 0 && page < last ? { page: page + 1 } : undefined;
		},
		madeAt: sortBy,
	};
}

export const DAY_MS = 24 * 60 * 60_000;

/** The service shows a new member or activity at once, or up to this much later if it has replicas. */
export const LATE_MS = 2 * 60_000;

/** The members by their last activity. The service shows none of members who were never active. */
export const byActivity: List = { ...membersBy('lastActive', 'were last active'), mayLack: true };

/** The part of a member's record that names the person. */
export function personOf({ id, record }: Identified): IDataObject {
	const { username, displayName, email } = record;
	return { id, username, displayName, email };
}

interface Members {
	members: Identified[];
	/** Members who joined up to this time were listed. `undefined` if some were missed. */
	seenUpTo: number | undefined;
}

/** By poll, because several events need the same members. */
const reads = new WeakMap<Client, Promise<Members>>();

/**
 * All members of a realm, in the order of joining, so no page changes while others join. If one leaves, another one may
 * be missed.
 *
 * @throws {Problem} for a realm with more than 10,000 members
 */
export async function allMembers(reading: Reading): Promise<Members> {
	const read = reads.get(reading.client) ?? readMembers(reading);
	reads.set(reading.client, read);
	return await read;
}

async function readMembers({ client, realmId, hasTime, now }: Reading): Promise<Members> {
	const request = getManyMembers.request({
		realmId,
		sortBy: 'joinedAt',
		sortOrder: 'asc',
		returnAll: true,
	});
	const all = new Map<string, Identified>();
	let total = 0;
	for await (const body of client.pages(request)) {
		for (const one of identifiedIn(body)) all.set(one.id, one);
		total = Math.max(total, wholeNumber(totalIn(body)) ?? 0, all.size);
		if (total > MOST_STATES) throw tooMany(total);
		if (!hasTime()) throw tooLong();
	}
	return { members: [...all.values()], seenUpTo: all.size < total ? undefined : beforeNewest(all, now) };
}

/** Another member may still join at the same time as the newest one. */
function beforeNewest(all: ReadonlyMap<string, Identified>, now: string): number | undefined {
	// A time far in the future would make later members old.
	const latest = Date.parse(now) + CLOCK_TOLERANCE_MS;
	const joined = [...all.values()].map(({ record }) => timeOf(record.joinedAt) ?? -Infinity);
	const newest = joined
		.filter((time) => time <= latest)
		.reduce((one, other) => Math.max(one, other), -Infinity);
	return newest === -Infinity ? undefined : newest - 1;
}

function tooMany(members: number) {
	return unsentProblem(
		`The realm has ${members} members, more than the ${MOST_STATES} that a poll can compare`,
		'Choose other events. The Trigger reports awards in realms of every size, and Balance Reached needs only the top of the leaderboard.',
	);
}
