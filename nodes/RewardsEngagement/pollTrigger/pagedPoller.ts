import type { IDataObject } from 'n8n-workflow';

import { eventIdOf, type Poller, type Findings, type PolledEvent, type Reading } from './poller';
import type { List, Listed } from './listPage';
import { pagedPosition, readPages, type PagedPosition, type PagesRead } from './readPages';
import { earliestOf, inOrder, latestOf, withTaken, type Timed, type Timeline } from './timeline';

/** A list in which each record gives one event. */
export interface EventList extends List {
	type: string;
	timeline: Timeline;
	/** Whether the event happens when a record is made. An old record then gives no new event. */
	isAtOnce: boolean;
	/** The parts of an event's ID, beside its type and realm. */
	identityOf: (record: Timed) => Array<string | number>;
	dataOf: (record: Timed) => IDataObject;
}

/**
 * Finds events in a list with pages. If a poll reads everything that can be new, it emits the oldest first. Otherwise
 * it emits the events on the pages that it read, and the next poll continues after them.
 */
export function pagedPoller(list: EventList): Poller<PagedPosition> {
	return {
		scope: '',
		schema: pagedPosition,
		read: async (position, reading) =>
			position ? await readOn(list, position, reading) : await begin(list, reading),
	};
}

/** At first, nothing in the list is new, whether it is read or not. */
async function begin(list: EventList, reading: Reading): Promise<Findings<PagedPosition>> {
	const { latest } = reading;
	const { pages, records, isEnd, failure } = await readPages(
		list,
		reading,
		{},
		({ length }) => latest === 0 || (list.isSorted && length >= latest),
	);
	// One page may not have the latest records.
	if (failure && pages.length === 1) throw failure;
	const { asked } = pages[0];
	const happened = inOrder(happenedIn(records));
	// Without a guaranteed order, only the clock shows what is old.
	const old = list.isSorted ? (isEnd ? -Infinity : records.at(-1)!.made) : asked;
	// The list may be empty only for a moment.
	const position = list.timeline.after(
		{ done: old, seen: {} },
		happened,
		happened.at(-1)?.time ?? asked,
		asked,
	);
	return {
		events: toEvents(list, happened.slice(Math.max(happened.length - latest, 0)), reading),
		position: { ...position, past: list.isAtOnce ? position.done : 0 },
		failure,
	};
}

async function readOn(
	list: EventList,
	position: PagedPosition,
	reading: Reading,
): Promise<Findings<PagedPosition>> {
	const { unfinished } = position;
	const freshIn = (records: readonly Listed[]) =>
		list.timeline
			.newOf(happenedIn(records), position)
			.filter(({ time }) => time <= (unfinished?.until ?? Infinity));
	const read = await readPages(
		list,
		reading,
		position,
		(records) => unfinished !== undefined && freshIn(records).length >= reading.maxEvents,
	);
	const fresh = freshIn(read.records);
	const isWhole = read.isEnd && !unfinished;
	const ordered = isWhole ? inOrder(fresh) : fresh;
	const [taken, left] = [ordered.slice(0, reading.maxEvents), ordered.slice(reading.maxEvents)];
	return {
		events: toEvents(list, inOrder(taken), reading),
		position: positionAfter(list, position, read, taken, left),
		failure: read.failure,
	};
}

/** @param left new events on these pages that are too many for this poll */
function positionAfter(
	list: EventList,
	position: PagedPosition,
	read: PagesRead,
	taken: readonly Timed[],
	left: readonly Timed[],
): PagedPosition {
	const { pages, records, after } = read;
	const { unfinished } = position;
	const isFinished = read.isEnd && (left.length === 0 || !unfinished);
	const asked = unfinished?.asked ?? pages[0].asked;
	const latest = latestOf([unfinished?.latest ?? 0, ...records.map(({ time }) => time ?? 0)]);
	const behind = isFinished ? [] : timesBehind(list, read);
	const times = [...behind, ...left.map(({ time }) => time)];
	const next = list.timeline.after(position, taken, Math.min(latest, earliestOf(times) - 1), asked);
	// The value of `done` after the whole list is read.
	const end = isFinished ? next.done : Math.max(next.done, Math.min(latest, list.timeline.settledAt(asked)));
	const open = records.filter(({ time }) => time === undefined || time > end);
	const past = earliestOf([unfinished?.past ?? asked, ...open.map(({ made }) => made - 1)]);
	if (isFinished) return { ...next, after, past: Math.min(past, next.done) };
	const until = Math.min(unfinished?.until ?? Infinity, latestOf(times));
	const ids = new Set(left.map(({ id }) => id));
	const { place } = pages.find((page) => page.records.some(({ id }) => ids.has(id))) ?? pages.at(-1)!;
	return {
		done: next.done,
		// Times between the two are not checked until `done` reaches the end.
		seen: withTaken(next.seen, [], (time) => time <= until || time > end),
		past: position.past,
		after,
		unfinished: { place, asked, latest, past, ...(until < Infinity && { until }) },
	};
}

/**
 * The earliest and the latest time that an event after these pages may have. It happens when its record is made, or
 * later.
 */
function timesBehind({ isAtOnce }: EventList, { records, order }: PagesRead): [number, number] {
	const last = records.at(-1)?.made ?? Infinity;
	return [order === 'ascending' ? last : -Infinity, order === 'descending' && isAtOnce ? last : Infinity];
}

/** The records whose event has happened. */
function happenedIn(records: readonly Listed[]): Timed[] {
	return records.filter((one): one is Listed & Timed => one.time !== undefined);
}

function toEvents(
	{ type, whenOf, identityOf, dataOf }: EventList,
	records: readonly Timed[],
	{ realmId, now }: Reading,
): PolledEvent[] {
	return records.map((one) => {
		const when = whenOf(one.record);
		return {
			eventId: eventIdOf(type, realmId, ...identityOf(one)),
			type,
			timestamp: typeof when === 'string' ? when : now,
			realmId,
			data: dataOf(one),
		};
	});
}
