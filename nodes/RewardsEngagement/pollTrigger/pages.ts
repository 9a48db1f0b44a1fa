import type { IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../api/paging';
import { metaOf } from '../api/records';
import type { OperationRequest } from '../api/request';
import { Problem } from '../errors';
import { timeOf } from '../shared/timeOf';
import { attempt, identifiedIn, PAGE, unreadable, type Identified, type Reading } from './poller';

/** The place of a page in a list. The first page has neither a cursor nor a number. */
export interface Place {
	/** The cursor from the page before. */
	after?: string;
	page?: number;
	/** How many records a sorted list had at that time. */
	total?: number;
}

/** A record with the times when it was made and when its event happened, if it has. In milliseconds since 1970. */
export interface Listed extends Identified {
	made: number;
	time: number | undefined;
}

export type Timed = Listed & { time: number };

/** An event without a time gets this plus the time when its record was made, which is later than all times. */
export const UNTIMED = 1e15;

export interface Page {
	/** In the order of the list. */
	records: Listed[];
	place: Place;
	/** The place of the next page, if there is one. */
	next: Place | undefined;
	/** When the page was requested, by the service's clock, in milliseconds since 1970. */
	asked: number;
	/** When the oldest of its records was made that changed places with another one. */
	moved?: number;
}

/** A list of the service: how to request its pages, and how to read its records. */
export interface List {
	/** What the records are and how they came to be, such as members who joined. */
	words: { records: string; made: string };
	/** Whether the service guarantees the order, newest first, and gives the number of records. */
	isSorted: boolean;
	/** The most pages that one poll reads. */
	maxPages: number;
	request: (realmId: string) => OperationRequest;
	query: (at: Place) => OperationRequest['query'];
	/** @param meta the service's paging details */
	nextPlace: (meta: ReturnType<typeof metaOf>, at: Place, records: number) => Place | undefined;
	/** The field with the time when a record was made. */
	madeAt: string;
	/** For an event that happens to a record later: whether it has happened, and the field with its time. */
	later?: { hasHappened: (record: IDataObject) => boolean; at: string };
}

export type Order = 'ascending' | 'descending' | 'none';

/** The part of a list that has been read. */
export interface Walk {
	pages: readonly Page[];
	/** When the first page was requested. */
	asked: number;
	/** The records of all pages, each once, in the order of the list. */
	records: Listed[];
	order: Order;
	/** Whether no later page can give an event. */
	isEnd: boolean;
	/** The error that kept it from the next page. */
	failure?: Error;
}

/** Where a walk begins, and where it ends. */
export interface Way {
	/** The first page to read, if not that of the list. It had records. */
	from?: Place;
	/** Pages that earlier polls have read. They stay, because records may leave a page that is read again. */
	begun?: readonly Page[];
	/** Records made up to this time cannot give an event any more. In milliseconds since 1970. */
	past: number;
	isEnough: (records: readonly Listed[], order: Order) => boolean;
}

/**
 * Reads page after page until no later page can have anything new, or the poll has enough.
 *
 * @throws {Problem} when even the first page fails
 */
export async function walk(list: List, reading: Reading, way: Way): Promise<Walk> {
	const { from = {}, begun = [], past, isEnough } = way;
	let page = await readPageAgain(list, reading, from);
	// If the place is gone, the list is read from its start.
	const earlier = isFirst(page.place) ? [] : begun;
	const all = new Map(earlier.flatMap(({ records }) => records.map((one) => [one.id, one])));
	const pages = [...earlier, page];
	const { asked = page.asked } = earlier[0] ?? {};
	for (let count = 1; ; count++) {
		const known = all.size;
		for (const one of page.records) all.set(one.id, one);
		const records = [...all.values()];
		const order = list.isSorted ? 'descending' : orderOf(records);
		const { next } = page;
		// A service that ignores the place returns the same page forever. Pages of a sorted list always end.
		const isStuck = !list.isSorted && count > 1 && all.size === known;
		const isPast = order === 'descending' && (records.at(-1)?.made ?? Infinity) <= past;
		const isEnd = !next || isStuck || isPast;
		const read = { pages, asked, records, order, isEnd };
		// The next poll reads the last of these pages again, so a poll makes progress only if it reads two.
		const isOver = count >= list.maxPages || (count > 1 && !reading.hasTime());
		if (isEnd || isOver || isEnough(records, order)) return read;
		const found = await attempt(readPage(list, reading, next));
		if (found instanceof Error) return { ...read, failure: found };
		found.moved = movedIn(list, page, found, all);
		page = found;
		pages.push(page);
	}
}

/**
 * Records that were made at one time may change places between two pages of a sorted list. Then one stands on two
 * pages, and another one on none. New records also move others to the next page, but the list counts them.
 */
function movedIn({ isSorted }: List, before: Page, page: Page, all: ReadonlyMap<string, Listed>) {
	if (!isSorted || page.place.page !== before.next?.page) return undefined;
	const again = page.records.filter(({ id }) => all.has(id));
	const added = (page.place.total ?? 0) - (before.place.total ?? 0);
	return again.length > added ? again.at(-1)?.made : undefined;
}

/** So many steps in one direction are not a coincidence. */
const STEPS = 10;

/** The order in which the records of a list were made, if there is one. */
function orderOf(records: readonly Listed[]): Order {
	let [up, down] = [0, 0];
	let before = records[0]?.made ?? 0;
	for (const { made } of records) {
		if (made > before) up++;
		if (made < before) down++;
		before = made;
	}
	if (up + down < STEPS || (up > 0 && down > 0)) return 'none';
	return up > 0 ? 'ascending' : 'descending';
}

/**
 * Reads a page. Removed records move all later records up, to pages that were read before. In a sorted list it then
 * reads a page as much further up.
 *
 * @throws {Problem} when the response has no list, or lacks what the poller needs
 */
async function readPage(list: List, reading: Reading, at: Place): Promise<Page> {
	const request = list.request(reading.realmId);
	const began = Date.now();
	const { body, headers } = await reading.client.send({
		...request,
		query: { ...request.query, ...list.query(at) },
	});
	const meta = metaOf(body);
	const total = list.isSorted ? wholeNumber(meta.total) : undefined;
	const gone = (at.total ?? 0) - (total ?? Infinity);
	if (at.page !== undefined && gone > 0) {
		const page = at.page - Math.ceil(gone / (wholeNumber(meta.limit) ?? PAGE));
		return await readPage(list, reading, page > 1 ? { page, total } : {});
	}
	const records = listedIn(list, body);
	const next = list.nextPlace(meta, at, records.length);
	return {
		records,
		place: { ...at, total },
		next: next && { ...next, total },
		// Without the service's clock, by ours.
		asked: timeOf(headers.date) ?? began,
	};
}

/**
 * Reads a page again that had records. The record of its cursor may be gone. The service then refuses the cursor, or
 * returns nothing after it, and this reads the first page instead.
 */
async function readPageAgain(list: List, reading: Reading, at: Place): Promise<Page> {
	const page = isFirst(at) ? undefined : await readPage(list, reading, at).catch(acceptUnknownPlace);
	return page && page.records.length > 0 ? page : await readPage(list, reading, {});
}

function isFirst({ after, page }: Place): boolean {
	return after === undefined && page === undefined;
}

function acceptUnknownPlace(thrown: unknown): undefined {
	const status = thrown instanceof Problem ? thrown.told.status : undefined;
	if (status !== 400 && status !== 404 && status !== 422) throw thrown;
}

function listedIn({ words, isSorted, madeAt, later }: List, body: unknown): Listed[] {
	let before = Infinity;
	const records: Listed[] = [];
	for (const { id, record } of identifiedIn(body)) {
		const made = timeOf(record[madeAt]);
		if (made === undefined) throw unreadable(`it does not say when all ${words.records} ${words.made}`);
		if (isSorted && made > before)
			throw unreadable(`the service does not sort the ${words.records} by when they ${words.made}`);
		before = made;
		let time: number | undefined = made;
		if (later) time = later.hasHappened(record) ? (timeOf(record[later.at]) ?? UNTIMED + made) : undefined;
		records.push({ id, record, made, time });
	}
	return records;
}
