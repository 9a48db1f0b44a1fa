import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { wholeNumber } from '../../api/paging';
import { getManyMembers } from '../../resources/member/getMany';
import { isRecord } from '../../shared/json';
import {
	attempt,
	eventIdOf,
	metaOf,
	PAGE,
	identifiedIn,
	unreadable,
	type Feed,
	type PolledEvent,
	type Reading,
} from '../feed';
import {
	inOrder,
	latestOf,
	Timeline,
	timelinePosition,
	timeOf,
	timeOfAnswer,
	withTaken,
	type Timed,
	type TimelinePosition,
} from '../timeline';

/** Members are listed the moment they have joined, or a little later where the service has copies of its data. */
const timeline = new Timeline(2 * 60_000);

/** Pages of one poll. Those who joined since are emitted oldest first as long as they fit in. */
const MOST_PAGES = 15;

interface Position extends TimelinePosition {
	/** More joined than one poll reads: it took the newest, and the polls after it take the others. */
	rest?: Rest;
}

/** Those who are left, from `done` of the position up to here. */
interface Rest extends IDataObject {
	/** The time of the latest of them; milliseconds since 1970. */
	until: number;
	/** The last page that was read, and how many members there were then. */
	page: number;
	total: number;
	/** Up to where everything is done when they are taken. */
	end: number;
}

const schema: z.ZodType<Position> = timelinePosition.extend({
	rest: z.object({ until: z.number(), page: z.number(), total: z.number(), end: z.number() }).optional(),
});

interface Page {
	number: number;
	/** Newest first. */
	members: Timed[];
	/** The most that a page holds. */
	size: number;
	/** How many members there are. */
	total: number;
	isLast: boolean;
	/** By the service's clock, in milliseconds since 1970. */
	asked: number;
}

/** Who joined, by the list of members with the newest first: it is read to those who are done. */
export const memberJoined: Feed<Position> = {
	scope: '',
	schema,
	read: async (position, reading) => {
		if (!position) return begin(await ask(reading, 1), reading);
		const { pages, failure } = await readPages(position, reading);
		const fresh = newOn(pages, position);
		const isWhole = !position.rest && isAtEnd(pages, position);
		const first = isWhole ? 0 : Math.max(fresh.length - reading.most, 0);
		const taken = fresh.slice(first, first + reading.most);
		const left = fresh.filter((member) => !taken.includes(member));
		const newest = latestOf(pages.map(newestOn));
		return {
			events: taken.map((member) => toEvent(member, reading)),
			position: isWhole
				? timeline.after(position, taken, left[0] ? left[0].time - 1 : newest, pages[0]!.asked)
				: afterPart(position, pages, taken, left),
			failure,
		};
	},
};

/** A place where no member of now is new, including those behind the first page. */
function begin(page: Page, reading: Reading) {
	const { members, isLast, asked } = page;
	const latest = reading.latest > 0 ? inOrder(members).slice(-reading.latest) : [];
	const shown = { done: isLast ? -Infinity : oldestOn(page), seen: {} };
	return {
		events: latest.map((member) => toEvent(member, reading)),
		// An empty list may be empty for a moment: members who joined long before it are not new.
		position: timeline.after(shown, members, members.length > 0 ? newestOn(page) : asked, asked),
	};
}

const newestOn = ({ members }: Page) => members[0]?.time ?? -Infinity;
const oldestOn = ({ members }: Page) => members.at(-1)?.time ?? -Infinity;

/** Who is new on these pages, oldest first; of one moment the last of the list first. */
function newOn(pages: readonly Page[], position: Position): Timed[] {
	const members = new Map(pages.flatMap((page) => page.members).map((member) => [member.id, member]));
	const until = position.rest?.until ?? Infinity;
	return timeline
		.newOf([...members.values()].reverse(), position)
		.filter(({ time }) => time <= until)
		.sort((one, other) => one.time - other.time);
}

/** Whether no member behind the last of these pages is new. */
function isAtEnd(pages: readonly Page[], { done }: Position): boolean {
	const last = pages.at(-1)!;
	return last.isLast || oldestOn(last) <= done;
}

/**
 * Reads on from page to page until no member is new, or the poll has enough. It ends as each request leads to another page,
 * or tells that members have left.
 */
async function readPages(position: Position, reading: Reading): Promise<{ pages: Page[]; failure?: Error }> {
	const { rest } = position;
	const pages: Page[] = [];
	let { page: last, total } = rest ?? { page: 0, total: 0 };
	for (let count = 1; ; count++) {
		const page = await attempt(ask(reading, last + 1));
		if (page instanceof Error) {
			if (pages.length === 0) throw page;
			return { pages, failure: page };
		}
		// Whoever leaves moves all who joined before up, to pages that were read.
		const gone = Math.max(total - page.total, 0);
		last = gone > 0 ? Math.max(last - Math.ceil(gone / page.size), 0) : page.number;
		({ total } = page);
		if (gone === 0) pages.push(page);
		if (pages.length === 0) continue;
		if (isAtEnd(pages, position)) return { pages };
		const isEnough = rest !== undefined && newOn(pages, position).length >= reading.most;
		// Two at least, so that a poll gets further also where the first of them is read again.
		if (isEnough || count >= MOST_PAGES || (count > 1 && !reading.hasTime())) return { pages };
	}
}

/** The position when the newest of those who were left were taken. */
function afterPart(
	{ done, seen, rest }: Position,
	pages: readonly Page[],
	taken: readonly Timed[],
	left: readonly Timed[],
): Position {
	const [first, last] = [pages[0]!, pages.at(-1)!];
	const end = rest?.end ?? timeline.after({ done, seen }, [], newestOn(first), first.asked).done;
	if (left.length === 0 && isAtEnd(pages, { done, seen })) {
		return { done: end, seen: withTaken(seen, taken, (time) => time > end) };
	}
	const next = pages.find(({ members }) => members.some(({ id }) => left.some((one) => one.id === id)));
	const until = Math.min(left.length > 0 ? taken[0]!.time : oldestOn(last), rest?.until ?? Infinity);
	return {
		done,
		seen: withTaken(seen, taken, (time) => time > end || time <= until),
		rest: { until, end, page: next ? next.number - 1 : last.number, total: last.total },
	};
}

async function ask({ client, realmId }: Reading, number: number): Promise<Page> {
	const request = getManyMembers.request({ realmId, sortBy: 'joinedAt', sortOrder: 'desc' });
	const began = Date.now();
	const answer = await client.send({ ...request, query: { ...request.query, page: number, limit: PAGE } });
	const meta = metaOf(answer.body);
	const members = identifiedIn(answer.body).map((one) => {
		const time = timeOf(one.record.joinedAt);
		if (time === undefined) throw unreadable('it does not say when a member joined');
		return { ...one, time };
	});
	if (members.some(({ time }, index) => time > (members[index - 1]?.time ?? Infinity))) {
		throw unreadable('the service does not sort the members by when they joined');
	}
	const pages = wholeNumber(meta.totalPages);
	return {
		number,
		members,
		size: wholeNumber(meta.limit) ?? PAGE,
		total: wholeNumber(meta.total) ?? 0,
		isLast: members.length === 0 || (pages === undefined ? members.length < PAGE : number >= pages),
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
