import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { wholeNumber } from '../api/paging';
import type { OperationRequest } from '../api/request';
import { Problem } from '../errors';
import { identifiedIn, metaOf, PAGE, unreadable, type Identified, type Reading } from './poller';
import { timeOf, timeOfAnswer } from './timeline';

/** The place of a page in a list. The first page has neither a cursor nor a number. */
export const place = z.object({
	/** The cursor from the page before. */
	after: z.string().optional(),
	page: z.number().optional(),
	/** How many records a counted list had at that time. */
	total: z.number().optional(),
});

export type Place = z.infer<typeof place>;

/** A record with the times when it was made and when its event happened, if it did. Both in milliseconds since 1970. */
export interface Listed extends Identified {
	made: number;
	time: number | undefined;
}

export interface Page {
	/** In the order of the list. */
	records: Listed[];
	place: Place;
	/** The place of the next page, if there is one. */
	next: Place | undefined;
	/** When the page was requested, by the service's clock, in milliseconds since 1970. */
	asked: number;
}

/** A list of the service: how to request its pages, and how to read its records. */
export interface List {
	/** What the records are and how they came to be, such as members who joined. */
	words: { records: string; made: string };
	/** Whether the service guarantees the order, newest first. */
	isSorted: boolean;
	/** Whether the service guarantees to give the number of records. */
	isCounted: boolean;
	/** The most pages that one poll reads. */
	maxPages: number;
	request: (realmId: string) => OperationRequest;
	query: (at: Place) => OperationRequest['query'];
	/** @param meta the service's paging details */
	nextPlace: (meta: ReturnType<typeof metaOf>, at: Place, records: number) => Place | undefined;
	madeOf: (record: IDataObject) => unknown;
	whenOf: (record: IDataObject) => unknown;
}

/**
 * Reads a page. Removed records move all later records up, to pages that were read before. In a counted list it then
 * reads a page as much further up.
 *
 * @throws {Problem} when the response has no list, or lacks what the poller needs
 */
export async function readPage(list: List, reading: Reading, at: Place): Promise<Page> {
	const request = list.request(reading.realmId);
	const began = Date.now();
	const answer = await reading.client.send({ ...request, query: { ...request.query, ...list.query(at) } });
	const meta = metaOf(answer.body);
	const total = list.isCounted ? wholeNumber(meta.total) : undefined;
	const gone = (at.total ?? 0) - (total ?? Infinity);
	if (at.page !== undefined && gone > 0) {
		const page = at.page - Math.ceil(gone / (wholeNumber(meta.limit) ?? PAGE));
		return await readPage(list, reading, page > 1 ? { page, total } : {});
	}
	const records = recordsIn(list, answer.body);
	const next = list.nextPlace(meta, at, records.length);
	const asked = timeOfAnswer(answer, began);
	return { records, place: { ...at, total }, next: next && { ...next, total }, asked };
}

/**
 * Reads a page again that had records. The record of its cursor may be gone. The service then refuses the cursor, or
 * returns nothing after it, and this reads the first page instead.
 */
export async function readPageAgain(list: List, reading: Reading, at: Place): Promise<Page> {
	const isFirst = at.after === undefined && at.page === undefined;
	const page = isFirst ? undefined : await readPage(list, reading, at).catch(acceptUnknownPlace);
	return page && page.records.length > 0 ? page : await readPage(list, reading, {});
}

function acceptUnknownPlace(thrown: unknown): undefined {
	const status = thrown instanceof Problem ? thrown.told.status : undefined;
	if (status !== 400 && status !== 404 && status !== 422) throw thrown;
}

function recordsIn({ words, isSorted, madeOf, whenOf }: List, body: unknown): Listed[] {
	const records = identifiedIn(body).map((one) => {
		const made = timeOf(madeOf(one.record));
		if (made === undefined) throw unreadable(`it does not say when all ${words.records} ${words.made}`);
		return { ...one, made, time: timeOf(whenOf(one.record)) };
	});
	if (isSorted && records.some(({ made }, index) => made > (records[index - 1]?.made ?? Infinity))) {
		throw unreadable(`the service does not sort the ${words.records} by when they ${words.made}`);
	}
	return records;
}
