import { z } from 'zod';

import { attempt, type Reading } from './poller';
import { place, readPage, readPageAgain, type List, type Listed, type Page } from './listPage';
import { timelinePosition } from './timeline';

/** How far a list is read. Times are in milliseconds since 1970. */
export const pagedPosition = timelinePosition.extend({
	/** Records that were made up to here can give no event any more. */
	past: z.number(),
	/** The cursor behind the first pages, in a list with the oldest first, as far as all of their events are done. */
	after: z.string().optional(),
	/** What is known of a list that is read in part. The next poll goes on with it. */
	unfinished: z
		.object({
			/** The first page with an event that is left, or the last that was read. */
			place,
			/** When the first of its pages was asked for. */
			asked: z.number(),
			/** When the latest event happened. */
			latest: z.number(),
			/** As in the position, of the pages that were read. */
			past: z.number(),
			/** When the latest event happened that may be left, in a list with the newest first. */
			until: z.number().optional(),
		})
		.optional(),
});

export type PagedPosition = z.infer<typeof pagedPosition>;

export type Order = 'ascending' | 'descending' | 'none';

/** What one poll has read of a list. */
export interface PagesRead {
	pages: [Page, ...Page[]];
	/** Of all pages, each once, in the order of the list. */
	records: Listed[];
	order: Order;
	/** Whether no page behind these can give an event. */
	isEnd: boolean;
	/** As in the position, after these pages. */
	after: string | undefined;
	/** What kept it from the next page. */
	failure?: Error;
}

/**
 * Reads on from page to page until nothing behind them can be new, or the poll has enough.
 *
 * @param position nothing of it is known at first
 * @throws {ServiceProblem} when not even the first page comes
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
	// Behind the first pages whose events are done. A short page does not show whether the oldest come first.
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
		// A service that ignores the place gives the same page for ever. Pages of a counted list end by themselves.
		const isStuck = !list.isCounted && known > 0 && all.size === known;
		const isPast = order === 'descending' && (records.at(-1)?.made ?? Infinity) <= past;
		const isEnd = !next || isStuck || isPast;
		const read = { pages, records, order, isEnd, after };
		// The next poll reads one of these pages again. So only a poll that reads two gets further.
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

/** So many steps in one direction are no chance. */
const STEPS = 10;

/** The order in which the records of a list were made, if it shows. */
export function orderOf(records: readonly Listed[]): Order {
	const steps = records.slice(1).map(({ made }, index) => made - records[index]!.made);
	if (steps.filter((step) => step !== 0).length < STEPS) return 'none';
	if (steps.every((step) => step >= 0)) return 'ascending';
	return steps.every((step) => step <= 0) ? 'descending' : 'none';
}
