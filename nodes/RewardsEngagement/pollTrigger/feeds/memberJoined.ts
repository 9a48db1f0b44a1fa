import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { wholeNumber } from '../../api/paging';
import { getManyMembers } from '../../resources/member/getMany';
import { isRecord } from '../../shared/json';
import { eventIdOf, PAGE, recordsIn, unreadable, type Feed, type PolledEvent, type Reading } from '../feed';
import {
	inOrder,
	Timeline,
	timelinePosition,
	timeOf,
	timeOfAnswer,
	type Timed,
	type TimelinePosition,
} from '../timeline';

/** Members are listed the moment they have joined, or a little later where the service has copies of its data. */
const timeline = new Timeline(2 * 60_000);

interface Position extends TimelinePosition {
	/** How many members, oldest first, were taken. */
	read: number;
	/** Who joined up to here was there at first, shown or not; milliseconds since 1970. */
	since?: number;
}

const schema: z.ZodType<Position> = timelinePosition.extend({
	read: z.number(),
	since: z.number().optional(),
});

interface Page {
	members: Timed[];
	/** How many members stand before the first of these. */
	start: number;
	total: number | undefined;
	isLast: boolean;
	/** How many members a page has at the most, where the service has a limit of its own. */
	cap: number | undefined;
	/** By the service's clock, in milliseconds since 1970. */
	asked: number;
}

/**
 * Who joined. The newest hundred are asked for in one request, which shows one moment. Where that does not reach back to
 * what is known, members are read oldest first, from where the new ones begin, so that any number can be taken poll by
 * poll.
 */
export const memberJoined: Feed<Position> = {
	scope: '',
	schema,
	read: async (position, reading) => {
		const newest = await ask(reading, 'desc', 1, PAGE);
		const { members, total = 0 } = newest;
		if (!position) {
			const latest = reading.latest > 0 ? inOrder(members).slice(-reading.latest) : [];
			return { events: latest.map((member) => toEvent(member, reading)), position: beginning(newest) };
		}
		if (isUnchanged(newest, position)) return { events: [], position };
		const isEnough = newest.isLast || oldestOf(newest) <= horizonOf(position);
		const { found, read } = isEnough ? { found: members, read: total } : await readOn(position, reading);
		// Of one moment in the order of the list: those that are left for the next poll are the last of it.
		const fresh = found
			.filter((member) => isNew(member, position))
			.sort((one, other) => one.time - other.time);
		const taken = fresh.slice(0, reading.most);
		const { since } = position;
		return {
			events: taken.map((member) => toEvent(member, reading)),
			position: {
				...timeline.after(position, taken, true, newest.asked),
				read: Math.max(read - (fresh.length - taken.length), 0),
				...(since !== undefined && { since }),
			},
		};
	},
};

/**
 * Where nobody who is there is new. Of more who joined shortly before one another, such as by an import, than the newest
 * page shows, those that it does not show are none either.
 */
function beginning(newest: Page): Position {
	const { members, total = 0, isLast, asked } = newest;
	// Who joined long before a list without anybody is nobody new: the service had nothing to show for a moment.
	const end = members.length > 0 ? timeline.endOf(members, asked) : { at: asked, seen: {} };
	const oldest = oldestOf(newest);
	const isWhole = isLast || oldest <= timeline.horizonOf(end);
	return { ...end, read: total, ...(!isWhole && { since: oldest }) };
}

function oldestOf({ members }: Page): number {
	return members.at(-1)?.time ?? -Infinity;
}

/** Who joined up to here was taken, or was there at first. */
function horizonOf(position: Position): number {
	return Math.max(timeline.horizonOf(position), position.since ?? -Infinity);
}

function isNew(member: Timed, position: Position): boolean {
	return member.time > horizonOf(position) && timeline.isNew(member, position);
}

/** As many as were taken, and of the newest nobody is new: behind more of one moment than a page shows nobody is looked for. */
function isUnchanged({ members, total }: Page, position: Position): boolean {
	return total === position.read && !members.some((member) => isNew(member, position));
}

/**
 * Pages of those who joined at one moment and were taken that are read again: a service may list these in another order
 * each time. After an import there may be any number of them.
 */
const MOST_AGAIN = 3;

/**
 * Reads oldest first, from where the new ones begin. Pages overlap: one that shares no member with what was read before
 * would leave some out, as whoever leaves moves all that joined later up.
 */
async function readOn(position: Position, reading: Reading): Promise<{ found: Timed[]; read: number }> {
	const found = new Map<string, Timed>();
	let page = await askAround(reading, position.read);
	// Members have left since, or not all of that page were taken.
	for (let again = 0; page.start > 0 && mayBePreceded(page, position);) {
		const [first] = page.members;
		if (first && !isNew(first, position) && again++ === MOST_AGAIN) break;
		page = await askBefore(reading, page);
	}
	for (;;) {
		for (const member of page.members) found.set(member.id, member);
		const fresh = [...found.values()].filter((member) => isNew(member, position)).length;
		const read = page.start + page.members.length;
		if (page.isLast || fresh >= reading.most || !reading.hasTime())
			return { found: [...found.values()], read };
		page = await askAround(reading, read, page.cap);
		if (page.cap !== undefined) {
			// Pages of a length that is not ours to choose cannot overlap.
			if (page.start + page.members.length <= read) page = await askAround(reading, read + 1, page.cap);
			continue;
		}
		while (page.start > 0 && !page.members.some(({ id }) => found.has(id))) {
			page = await askBefore(reading, page);
		}
	}
}

/** Whether somebody who is new may stand before a page. */
function mayBePreceded({ members: [first] }: Page, position: Position): boolean {
	return first === undefined || (first.time >= position.at && first.time > horizonOf(position));
}

/** The shortest page that is asked for, so that it begins close before a place. */
const SHORT_PAGE = 70;

/**
 * The page that holds the last of so many members, with as many behind it as can be.
 *
 * @param cap the length of its pages, where the service has one of its own
 */
async function askAround(reading: Reading, read: number, cap?: number): Promise<Page> {
	const last = Math.max(read, 1) - 1;
	const sizes = Array.from({ length: PAGE - SHORT_PAGE + 1 }, (_, less) => PAGE - less);
	// How many stand behind that member on a page of each size.
	const [longest = PAGE] = sizes.sort((one, other) => other - (last % other) - (one - (last % one)));
	const size = cap ?? longest;
	const page = await ask(reading, 'asc', Math.floor(last / size) + 1, size, cap !== undefined);
	if (page.cap === undefined || page.cap === cap) return page;
	return await ask(reading, 'asc', Math.floor(last / page.cap) + 1, page.cap, true);
}

/** The page that ends where another begins, or as little behind that as can be. */
async function askBefore(reading: Reading, { start, cap }: Page): Promise<Page> {
	const size = cap ?? PAGE;
	return await ask(reading, 'asc', Math.ceil(start / size), size, cap !== undefined);
}

async function ask(
	{ client, realmId }: Reading,
	sortOrder: 'asc' | 'desc',
	page: number,
	limit: number,
	isCapped = false,
): Promise<Page> {
	const request = getManyMembers.request({ realmId, sortBy: 'joinedAt', sortOrder, limit });
	const began = Date.now();
	const answer = await client.send({ ...request, query: { ...request.query, page, limit } });
	const { records, meta } = recordsIn(answer.body);
	const members = records.map((one) => {
		const time = timeOf(one.record.joinedAt);
		if (time === undefined) throw unreadable('it does not say when a member joined');
		return { ...one, time };
	});
	const way = sortOrder === 'asc' ? 1 : -1;
	if (members.some(({ time }, index) => index > 0 && way * (time - (members[index - 1]?.time ?? time)) < 0)) {
		throw unreadable('the service does not sort the members by when they joined');
	}
	const pages = wholeNumber(meta.totalPages);
	// A service may have a longest page of its own.
	const size = wholeNumber(meta.limit) ?? limit;
	return {
		members,
		start: (page - 1) * size,
		total: wholeNumber(meta.total),
		isLast: pages === undefined ? members.length < limit : page >= pages,
		cap: size < PAGE && (size < limit || isCapped) ? size : undefined,
		asked: timeOfAnswer(answer, began),
	};
}

function toEvent({ id, record, time }: Timed, { realmId, now }: Reading): PolledEvent {
	const { username, displayName, joinedAt, credentials } = record;
	return {
		eventId: eventIdOf('member.joined', realmId, id, time),
		type: 'member.joined',
		timestamp: typeof joinedAt === 'string' ? joinedAt : now,
		realmId,
		data: { member: { id, username, displayName, joinedAt, credentials: platformsOf(credentials) } },
	};
}

/** The event names a platform and the member's id there, the list the details of either. */
function platformsOf(credentials: unknown): IDataObject[] {
	if (!Array.isArray(credentials)) return [];
	return credentials.filter(isRecord).map((one) => {
		const { format, oauthProvider, oauthAccountId, publicIdentifier } = one as IDataObject;
		return { type: oauthProvider ?? format, platformId: oauthAccountId ?? publicIdentifier };
	});
}
