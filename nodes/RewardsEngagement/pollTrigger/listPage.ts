import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { wholeNumber } from '../api/paging';
import type { OperationRequest } from '../api/request';
import { ServiceProblem } from '../errors/serviceProblem';
import { identifiedIn, metaOf, PAGE, unreadable, type Identified, type Reading } from './poller';
import { timeOf, timeOfAnswer } from './timeline';

/** Which page of a list. The first one has neither a cursor nor a number. */
export const place = z.object({
	/** The cursor that the page before it gave. */
	after: z.string().optional(),
	page: z.number().optional(),
	/** How many records a counted list had then. */
	total: z.number().optional(),
});

export type Place = z.infer<typeof place>;

/** A record with when it was made, and when its event happened, if it did. Both in milliseconds since 1970. */
export interface Listed extends Identified {
	made: number;
	time: number | undefined;
}

export interface Page {
	/** In the order of the list. */
	records: Listed[];
	place: Place;
	/** Where the page after it is, if there is one. */
	next: Place | undefined;
	/** By the service's clock, in milliseconds since 1970. */
	asked: number;
}

/** A list of the service: how to ask for its pages, and how to read its records. */
export interface List {
	/** What the records are and how they came to be, such as members who joined. */
	words: { records: string; made: string };
	/** Whether the service promises the newest first. */
	isSorted: boolean;
	/** Whether the service promises to say how many records there are. */
	isCounted: boolean;
	/** The most pages that one poll reads. */
	maxPages: number;
	request: (realmId: string) => OperationRequest;
	query: (at: Place) => OperationRequest['query'];
	/** @param meta what the service writes beside the records */
	nextPlace: (meta: ReturnType<typeof metaOf>, at: Place, records: number) => Place | undefined;
	madeOf: (record: IDataObject) => unknown;
	whenOf: (record: IDataObject) => unknown;
}

/**
 * Reads a page. Records that are gone have moved all behind them up, to pages that were read before. In a counted list
 * the page to read is then as much further up.
 *
 * @throws {ServiceProblem} when the service gives no list, or one that lacks what the poller needs
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
 * Reads a page that held records before. The record that its cursor names may be gone. The service then refuses the
 * cursor, or has nothing behind it, and the list is read from its first page.
 */
export async function readPageAgain(list: List, reading: Reading, at: Place): Promise<Page> {
	const isFirst = at.after === undefined && at.page === undefined;
	const page = isFirst ? undefined : await readPage(list, reading, at).catch(acceptUnknownPlace);
	return page && page.records.length > 0 ? page : await readPage(list, reading, {});
}

function acceptUnknownPlace(thrown: unknown): undefined {
	const status = thrown instanceof ServiceProblem ? thrown.problem.status : undefined;
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
