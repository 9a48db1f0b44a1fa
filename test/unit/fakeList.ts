import { Problem } from '../../nodes/RewardsEngagement/errors';
import type { Reading } from '../../nodes/RewardsEngagement/pollTrigger/poller';
import type { List, Place } from '../../nodes/RewardsEngagement/pollTrigger/listPage';

/** A record of the fake service. Without a time, its event has not happened yet. */
export interface FakeRecord {
	id: string;
	made: unknown;
	time?: unknown;
}

/** A record for each letter, which is its ID. One is made per second, and its event happens at once. */
export const lettered = (letters: string, from = 0): FakeRecord[] =>
	[...letters].map((id, index) => ({ id, made: (from + index) * 1_000, time: (from + index) * 1_000 }));

export const refusal = (status: number) =>
	new Problem({ message: 'No', advice: 'No.', status, outcome: 'notApplied' });

/** A service with one list and its pages, which records the requests. */
export class FakeService {
	/** The requested places. */
	asked: Place[] = [];

	now = 1_000_000;

	/** Records per page. */
	size = 3;

	paging: 'by number' | 'by cursor' = 'by number';

	/** Whether it returns the number of records. */
	counts = true;

	/** Runs before each response, with its number from 1. */
	beforeAnswer: (number: number) => void = () => {};

	/** @param records in the order of the list */
	constructor(public records: FakeRecord[]) {}

	/** @param pages the number of requests that a poll has time for */
	reading(more: Partial<Reading> = {}, pages = Infinity): Reading {
		const before = this.asked.length;
		return {
			client: { send: async ({ query }: { query: Place }) => await Promise.resolve(this.answer(query)) },
			realmId: 'r',
			name: 'poller',
			maxEvents: 100,
			latest: 0,
			hasTime: () => this.asked.length - before < pages,
			now: '2026-01-01T00:00:00.000Z',
			...more,
		} as Reading;
	}

	private answer({ after, page, ...rest }: Place) {
		this.asked.push({ ...(after !== undefined && { after }), ...(page !== undefined && { page }), ...rest });
		this.beforeAnswer(this.asked.length);
		const place = this.records.findIndex(({ id }) => id === after);
		const start = after === undefined ? ((page ?? 1) - 1) * this.size : place + 1;
		const data = after !== undefined && place < 0 ? [] : this.records.slice(start, start + this.size);
		const isLast = data.length === 0 || start + this.size >= this.records.length;
		const next = this.paging === 'by number' ? { page: (page ?? 1) + 1 } : { after: data.at(-1)?.id };
		const total = this.counts ? this.records.length : undefined;
		return {
			headers: { date: new Date(this.now).toUTCString() },
			body: { data, meta: { limit: this.size, total, ...(!isLast && { next }) } },
		};
	}
}

/** The list of the fake service in the form for a poller. */
export const fakeList: List = {
	words: { records: 'letters', made: 'were written' },
	isSorted: false,
	isCounted: true,
	maxPages: Infinity,
	request: (realmId) => ({ method: 'GET', path: `/${realmId}` }) as unknown as ReturnType<List['request']>,
	query: ({ after, page }) => ({ after, page }),
	nextPlace: ({ next }) => next as Place | undefined,
	madeOf: ({ made }) => made,
	whenOf: ({ time }) => time,
};
