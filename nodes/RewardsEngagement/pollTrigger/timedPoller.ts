import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { UNTIMED, walk, type List, type Listed, type Place, type Timed, type Walk, type Way } from './pages';
import { eventIdOf, shortOf, type Findings, type PolledEvent, type Poller, type Reading } from './poller';

/** How far a list was taken. Times are in milliseconds since 1970. */
const schema = z.object({
	/** Everything up to this time is done. */
	done: z.number(),
	/** The records that were taken after that time: by time, their shortened IDs. */
	seen: z.record(z.string()),
	/** When the newest record was made or its event happened. */
	latest: z.number(),
	/** When that record was first seen, by the service's clock. */
	since: z.number(),
	/** Records made up to this time cannot give an event any more. */
	past: z.number(),
});

type Position = z.infer<typeof schema>;

/** A list in which each record gives one event. */
export interface EventList extends List {
	type: string;
	/** How much later than its time a record may become visible, in milliseconds. */
	overlap: number;
	/** The parts of an event's ID, beside its type and realm. */
	identityOf: (record: Timed) => Array<string | number>;
	dataOf: (record: Timed) => IDataObject;
}

/** So many events that wait for the next polls keep this one from reading on. */
const MOST_WAITING = 2_000;

/**
 * By trigger and list, what the next poll need not read again, and the start that it belongs to. Another process reads
 * the list from its beginning, and finds in its position what was emitted.
 */
const earlier = new Map<string, { start: string; read?: Walk; from?: Place }>();

/**
 * Finds events in a list with pages. If a poll reads everything that can be new, it emits the oldest first. Otherwise
 * it emits events of the pages that it read, and the next poll continues after them.
 */
export function timedPoller(list: EventList): Poller<Position> {
	return {
		schema,
		read: async (position, reading) =>
			position ? await readOn(list, position, reading) : await begin(list, reading),
	};
}

/** At first, nothing in the list is new, whether it is read or not. */
async function begin(list: EventList, reading: Reading): Promise<Findings<Position>> {
	const { latest } = reading;
	const within = list.later?.within ?? (list.later ? Infinity : 0);
	// The first page has the newest records of a list with the newest first. What happens later may be on any page.
	const isEnough: Way['isEnough'] = (all, order) =>
		order === 'descending' && all.length >= latest && span(all) >= within;
	const read = await walk(list, reading, { past: -Infinity, isEnough });
	if (read.failure) throw read.failure;
	const { asked, records, order, isEnd } = read;
	const nothing = { done: -Infinity, past: -Infinity, seen: {} };
	const happened = inOrder(freshIn(records, nothing));
	let old = isEnd ? -Infinity : records.at(-1)!.made;
	// Without the whole list or an order, only the clock shows what is old.
	if (!isEnd && (order !== 'descending' || list.later)) old = asked;
	// The list may be empty only for a moment.
	const newest = records.length === 0 ? asked - list.overlap : 0;
	const before = { ...nothing, done: old, latest: Math.max(old, newest), since: asked };
	const position = positionAfter(list, before, read, happened, []);
	return {
		events: toEvents(list, happened.slice(Math.max(happened.length - latest, 0)), reading),
		// An older record that was not read may give an event later.
		position: isEnd || within < Infinity ? position : { ...position, past: 0 },
	};
}

/** How much older the last record is than the first one, in milliseconds. */
function span(records: readonly Listed[]): number {
	return records.length > 0 ? records[0]!.made - records.at(-1)!.made : 0;
}

async function readOn(list: EventList, position: Position, reading: Reading): Promise<Findings<Position>> {
	const key = `${reading.trigger} ${reading.name}`;
	const known = earlier.get(key);
	const { read: begun, from } = known?.start === startOf(position) ? known : {};
	const { past, seen } = position;
	const isEnough: Way['isEnough'] = (records) => freshIn(records, position).length >= MOST_WAITING;
	const way = { from, begun: begun?.pages, past, isEnough };
	const read = begun?.isEnd ? begun : await walk(list, reading, way);
	const fresh = freshIn(read.records, position);
	const ordered = read.isEnd ? inOrder(fresh) : fresh;
	const [taken, left] = [ordered.slice(0, reading.maxEvents), ordered.slice(reading.maxEvents)];
	const next = read.isEnd
		? positionAfter(list, position, read, taken, left)
		: { ...position, seen: remember(seen, taken, () => true) };
	const events = toEvents(list, inOrder(taken), reading);
	const start = startOf(next);
	if (read.isEnd && left.length === 0) earlier.set(key, { start, from: firstOpen(read, next) });
	else {
		earlier.set(key, { start, read, from: read.pages.at(-1)?.place });
		// The content of the others is not needed any more.
		for (const one of read.records) if ((one.time ?? 0) <= next.done) one.record = {};
	}
	return { events, position: next, failure: read.failure };
}

/** How far events are done. */
type Done = Pick<Position, 'done' | 'past'>;

/** The records with an event that is neither done nor seen. */
function freshIn(records: readonly Listed[], { seen, ...position }: Done & Pick<Position, 'seen'>): Timed[] {
	const fresh: Timed[] = [];
	for (const { time, ...one } of records) {
		if (time === undefined || !isAfter(time, position)) continue;
		if (!seen[time]?.includes(shortOf(one.id))) fresh.push({ ...one, time });
	}
	return fresh;
}

/** Positions with the same start differ only in what they have seen. */
const startOf = ({ done, past }: Position) => JSON.stringify([done, past]);

/**
 * The page with which the next poll begins, if not with the first one. In a list with the oldest first, it is the
 * first one with an event that is not done. Pages with numbers may change.
 */
function firstOpen({ pages, order }: Walk, position: Done): Place | undefined {
	if (order === 'descending') return undefined;
	const isOpen = ({ time = Infinity }: Listed) => isAfter(time, position);
	// One short page does not show whether the oldest come first.
	const first = order === 'none' ? pages[0] : pages.find(({ records }) => records.some(isOpen));
	const { place } = first ?? pages.at(-1) ?? {};
	return place?.page === undefined ? place : undefined;
}

/**
 * The position after a list that was read to its end.
 *
 * @param left new events that are too many for this poll, oldest first
 */
function positionAfter(
	list: EventList,
	position: Position,
	{ pages, asked, records }: Walk,
	taken: readonly Timed[],
	left: readonly Timed[],
): Position {
	const latest = newestOf(records, position.latest, asked + list.overlap);
	const since = latest === position.latest ? Math.min(position.since, asked) : asked;
	// A clock may be wrong. So nothing is done because of the time that it shows, only because of time that has passed.
	const settled = asked - since >= list.overlap ? latest : latest - list.overlap;
	let open = left[0]?.time ?? Infinity;
	for (const { moved = Infinity } of pages) open = Math.min(open, moved);
	const done = Math.max(position.done, Math.min(settled, open - 1));
	let past = done;
	if (list.later) {
		const { within = Infinity } = list.later;
		past = Math.min(past, asked);
		const ids = new Set(left.map(({ id }) => id));
		for (const { id, made, time } of records)
			if (ids.has(id) || (time === undefined && made > asked - within)) past = Math.min(past, made - 1);
	}
	const seen = remember(position.seen, taken, (time) => isAfter(time, { done, past }));
	return { done, seen, latest, since, past };
}

/** Whether an event is later than those that are done. Without a time, it is if its record can still give one. */
function isAfter(time: number, { done, past }: Done): boolean {
	return time >= UNTIMED ? time - UNTIMED > past : time > done;
}

/** @param most a time that cannot be right is later */
function newestOf(records: readonly Listed[], known: number, most: number): number {
	let newest = known;
	for (const { made, time = made } of records) {
		if (made > newest && made <= most) newest = made;
		if (time > newest && time <= most) newest = time;
	}
	return newest;
}

/** Adds to the records that were seen, and drops those that need not be remembered. */
function remember(
	seen: Position['seen'],
	taken: readonly Timed[],
	isKept: (time: number) => boolean,
): Position['seen'] {
	const kept: Position['seen'] = {};
	for (const [time, keys] of Object.entries(seen)) if (isKept(Number(time))) kept[time] = keys;
	for (const { id, time } of taken) {
		if (isKept(time)) kept[time] = `${kept[time] ?? ''} ${shortOf(id)}`;
	}
	return kept;
}

/** Oldest first. Records with the same time always have the same order. */
function inOrder(records: readonly Timed[]): Timed[] {
	return [...records].sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
}

function toEvents(
	{ type, madeAt, later, identityOf, dataOf }: EventList,
	records: readonly Timed[],
	{ realmId, now }: Reading,
): PolledEvent[] {
	return records.map((one) => {
		const when = later ? later.at && one.record[later.at] : one.record[madeAt];
		return {
			eventId: eventIdOf(type, realmId, ...identityOf(one)),
			type,
			timestamp: typeof when === 'string' ? when : now,
			realmId,
			data: dataOf(one),
		};
	});
}
