import type { IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../api/paging';
import { metaOf } from '../api/records';
import type { OperationRequest } from '../api/request';
import { Problem } from '../errors';
import { timeOf } from '../shared/times';
import { attempt, identifiedIn, PAGE, tooLong, unreadable, type Identified, type Reading } from './poller';

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
	/** How many pages the service says the list has. */
	totalPages: unknown;
	/** Whether its first record lacks the time. */
	startsUntimed: boolean;
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
	/** Whether records may lack that time. They are left out. */
	mayLack?: boolean;
	/**
	 * For an event that happens to a record later: whether it has happened, and the field with its time. `within` is how
	 * long after the record was made it can happen, in milliseconds.
	 */
	later?: { hasHappened: (record: IDataObject) => boolean; at?: string; within?: number };
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
export async function readPage(list: List, reading: Reading, at: Place): Promise<Page> {
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
	const all = identifiedIn(body);
	const next = list.nextPlace(meta, at, all.length);
	return {
		records: timesIn(list, all),
		place: { ...at, total },
		next: next && { ...next, total },
		// Without the service's clock, by ours.
		asked: timeOf(headers.date) ?? began,
		totalPages: meta.totalPages,
		startsUntimed: Boolean(list.mayLack && all[0] && timeOf(all[0].record[list.madeAt]) === undefined),
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

function timesIn({ words, isSorted, madeAt, mayLack, later }: List, all: readonly Identified[]): Listed[] {
	let before = Infinity;
	const records: Listed[] = [];
	for (const { id, record } of all) {
		const made = timeOf(record[madeAt]);
		if (made === undefined && mayLack) continue;
		if (made === undefined) throw unreadable(`it does not say when all ${words.records} ${words.made}`);
		if (isSorted && made > before)
			throw unreadable(`the service does not sort the ${words.records} by when they ${words.made}`);
		before = made;
		let time: number | undefined = made;
		if (later) {
			const at = later.at === undefined ? undefined : timeOf(record[later.at]);
			time = later.hasHappened(record) ? (at ?? UNTIMED + made) : undefined;
		}
		records.push({ id, record, made, time });
	}
	return records;
}

/** A part of a sorted list by time, in milliseconds since 1970: after `from`, up to `to`. */
export interface Period {
	from: number;
	to: number;
}

/** How many records a poll reads at least of a long period. One poll may emit fewer. */
const RECORDS_OF_PERIOD = 600;

/** How often pages are read again if records of one time may have changed places. */
const MOST_AGAIN = 8;

/** Finds a period in a sorted list of any length without reading the pages around it. */
export class SortedPages {
	private readonly read = new Map<number, Page>();

	private constructor(
		private readonly list: List,
		private readonly reading: Reading,
		readonly first: Page,
		private readonly count: number,
	) {
		this.read.set(1, first);
	}

	/** @throws {Problem} when the list does not say how many pages it has */
	static async open(list: List, reading: Reading): Promise<SortedPages> {
		const first = await readPage(list, reading, {});
		const count = first.next ? wholeNumber(first.totalPages) : 1;
		if (count === undefined) throw unreadable('it does not say how many pages it has');
		return new SortedPages(list, reading, first, Math.max(count, 1));
	}

	/** When the oldest record of the list was made. `undefined` if no record has a time. */
	async oldest(): Promise<number | undefined> {
		const end = await this.page(this.count);
		if (end.records.length > 0) return end.records.at(-1)?.made;
		// The service may count too many pages, and records without a time may be on the last ones.
		const number = await this.findEnd(-Infinity);
		return (await this.page(Math.max(number - 1, 1))).records.at(-1)?.made;
	}

	/** The pages with times, from the newest on, each requested when it is needed. `isAgain` requests the first one too. */
	async *newest(isAgain = false): AsyncGenerator<Page> {
		const isUntimed = this.startsUntimed && this.first.records.length === 0;
		const number = isUntimed ? await this.findEnd(Number.MAX_VALUE) : 1;
		let page = isAgain ? await this.pageAgain({ page: number }) : await this.page(number);
		for (; ; page = await this.pageAgain(page.next)) {
			yield page;
			if (!page.next) return;
		}
	}

	/**
	 * The records of a period, oldest first. Of a long period, those that were made first.
	 *
	 * @param known how many of its records are known. So many more are read.
	 * @returns also whether these are all
	 */
	async readPeriod({ from, to }: Period, known = 0): Promise<{ records: Listed[]; isAll: boolean }> {
		const end = await this.findEnd(from);
		const size = Math.max(this.first.records.length, 1);
		const least = Math.max(end - Math.ceil((RECORDS_OF_PERIOD + known) / size), 1);
		let start = end;
		while (start > least && !this.isTop(await this.page(start), to)) start--;
		// One page shows its records at one moment. Of several, a record whose time changes leaves its page for the
		// first one, and moves others to later pages. So these are read in the order of the list.
		const pages = start === end ? [await this.page(end)] : await this.readFrom(start, from);
		const [top] = pages as [Page];
		const all = new Map<string, Listed>();
		const take = (more: readonly Page[]) => {
			for (const one of more.flatMap(({ records }) => records)) all.set(one.id, one);
		};
		take(pages);
		// A service may show records of one time in another order in each response. Then some stand on two pages.
		const there = pages.reduce((sum, { records }) => sum + records.length, 0);
		for (let count = 0; all.size < there && count < MOST_AGAIN; count++)
			take(await this.readFrom(start, from));
		const records = [...all.values()].filter(({ made }) => made > from && made <= to);
		records.sort((one, other) => one.made - other.made || (one.id < other.id ? -1 : 1));
		return { records, isAll: this.isTop(top, to) };
	}

	/** Requests the pages from this number on, up to a record that was made by this time. */
	private async readFrom(start: number, time: number): Promise<Page[]> {
		const { total } = (await this.page(start)).place;
		const pages = [await this.pageAgain({ page: start, total })];
		for (let last = pages[0]!; last.next && !this.isPast(last, time);) {
			last = await this.pageAgain(last.next);
			pages.push(last);
		}
		return pages;
	}

	/** The number of the first page with a record up to this time, or of the last page. */
	private async findEnd(time: number): Promise<number> {
		let [low, high] = [1, this.count];
		while (low < high) {
			const middle = Math.floor((low + high) / 2);
			if (this.isPast(await this.page(middle), time)) high = middle;
			else low = middle + 1;
		}
		return low;
	}

	/** Whether a page ends with a record up to this time. */
	private isPast({ records }: Page, time: number): boolean {
		return (records.at(-1)?.made ?? (this.startsUntimed ? Infinity : -Infinity)) <= time;
	}

	/** Whether no page before has records up to this time. */
	private isTop({ place, records, startsUntimed }: Page, time: number): boolean {
		if (isFirst(place) || place.page === 1 || (this.startsUntimed && startsUntimed)) return true;
		return (records[0]?.made ?? -Infinity) > time;
	}

	/** Whether the records without a time are the first ones. Otherwise they are the last ones. */
	private get startsUntimed(): boolean {
		return this.first.startsUntimed;
	}

	private async page(number: number): Promise<Page> {
		const page = this.read.get(number) ?? (await this.pageAgain({ page: number }));
		this.read.set(number, page);
		return page;
	}

	private async pageAgain(place: Place): Promise<Page> {
		if (!this.reading.hasTime()) throw tooLong();
		return await readPage(this.list, this.reading, place);
	}
}
