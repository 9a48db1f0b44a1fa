import { z } from 'zod';

import { attempt, type Reading } from './poller';
import { place, readPage, readPageAgain, type List, type Listed, type Page } from './listPage';
import { timelinePosition } from './timeline';

/** How far a list is read. Times are in milliseconds since 1970. */
export const pagedPosition = timelinePosition.extend({
	/** Records made up to this time cannot give an event any more. */
	past: z.number(),
	/** For a list with the oldest first: the cursor after the first pages whose events are all done. */
	after: z.string().optional(),
	/** The state of a list that is read in part. The next poll continues with it. */
	unfinished: z
		.object({
			/** The first page with an event that is left, or the last page that was read. */
			place,
			/** When its first page was requested. */
			asked: z.number(),
			/** When the latest event happened. */
			latest: z.number(),
			/** Like `past` of the position, for the pages that were read. */
			past: z.number(),
			/** For a list with the newest first: the time of the latest event that may be left. */
			until: z.number().optional(),
		})
		.optional(),
});

export type PagedPosition = z.infer<typeof pagedPosition>;

export type Order = 'ascending' | 'descending' | 'none';

/** The part of a list that one poll has read. */
export interface PagesRead {
	pages: [Page, ...Page[]];
	/** The records of all pages, each once, in the order of the list. */
	records: Listed[];
	order: Order;
	/** Whether no later page can give an event. */
	isEnd: boolean;
	/** Like `after` of the position, after these pages. */
	after: string | undefined;
	/** The error that kept it from the next page. */
	failure?: Error;
}

/**
 * Reads page after page until no later page can have anything new, or the poll has enough.
 *
 * @param position empty at first
 * @throws {Problem} when even the first page fails
 */
export async function readPages(
	list: List,
	reading: Reading,
	position: Partial<PagedPosition>,
	isEnough: (records: readonly Listed[]) => boolean,
): Promise<PagesRead> {
	const { done = -Infinity, past = -Infinity, after: kept, unfinished } = position;
	const start = unfinished?.place ?? { after: kept };
	let page = await readPageAgain(list, reading, start);
	let after = page.place.after === start.after ? kept : undefined;
	// The cursor after the first pages whose events are done. One short page does not show whether the oldest come
	// first.
	let behind = after;
	const pages: PagesRead['pages'] = [page];
	const all = new Map<string, Listed>();
	for (;;) {
		const known = all.size;
		for (const one of page.records) all.set(one.id, one);
		const records = [...all.values()];
		const order = list.isSorted ? 'descending' : orderOf(records);
		if (order === 'descending') behind = undefined;
		if (order !== 'none') after = behind;
		const { next } = page;
		// A service that ignores the place returns the same page forever. Pages of a counted list always end.
		const isStuck = !list.isCounted && known > 0 && all.size === known;
		const isPast = order === 'descending' && (records.at(-1)?.made ?? Infinity) <= past;
		const isEnd = !next || isStuck || isPast;
		const read = { pages, records, order, isEnd, after };
		// The next poll reads one of these pages again, so a poll makes progress only if it reads two.
		const isOver = pages.length >= list.maxPages || (pages.length > 1 && !reading.hasTime());
		if (isEnd || isOver || isEnough(records)) return read;
		const found = await attempt(readPage(list, reading, next));
		if (found instanceof Error) return { ...read, failure: found };
		const isDone = page.records.every(({ time = Infinity }) => time <= done);
		if (isDone && page.place.after === behind) behind = next.after;
		page = found;
		pages.push(page);
	}
}

/** So many steps in one direction are not a coincidence. */
const STEPS = 10;

/** The order in which the records of a list were made, if there is one. */
export function orderOf(records: readonly Listed[]): Order {
	const steps = records.slice(1).map(({ made }, index) => made - records[index]!.made);
	if (steps.filter((step) => step !== 0).length < STEPS) return 'none';
	if (steps.every((step) => step >= 0)) return 'ascending';
	return steps.every((step) => step <= 0) ? 'descending' : 'none';
}
