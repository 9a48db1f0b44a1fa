import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { unsentProblem } from '../errors';
import { SortedPages, type List, type Listed, type Period } from './pages';
import {
	attempt,
	CLOCK_TOLERANCE_MS,
	eventIdOf,
	shortOf,
	unreadable,
	type Findings,
	type PolledEvent,
	type Poller,
	type Reading,
} from './poller';

/** How far the ages were taken. Times are in milliseconds since 1970. */
const schema = z.object({
	/** Everything that reached an age up to this time is done. */
	done: z.number(),
	/** A poll that had too many events, if one had. */
	open: z
		.object({
			/** The time up to which it reads. */
			until: z.number(),
			/** The ages below this one are done. */
			age: z.number(),
			/** Of this age, the records with times before this one are done. */
			time: z.number().nullable(),
			/** The records with this time that are done, shortened. */
			seen: z.string(),
		})
		.optional(),
});

/** A shortened ID, and the space before it. */
const KEY_LENGTH = 9;

type Position = z.infer<typeof schema>;

/** Records that give an event whenever their time reaches another age, such as a year. */
export interface AgingList {
	list: List;
	type: string;
	scope: string;
	/** The number of the last age. By default, the list may have records of every age. */
	lastAge?: number;
	/** How many ages a time has reached at a moment. The earlier the time, the more. */
	ageAt: (time: number, now: number) => number;
	/** The part of a moment that ages depend on, such as the date. */
	momentOf: (now: number) => string | number;
	/** A period with all times that reached the age after one moment and up to another. */
	timesOf: (age: number, since: number, now: number) => Period;
	/** The parts of an event's ID, beside its type and realm. */
	aboutOf: (record: Listed, age: number) => Array<string | number>;
	dataOf: (record: Listed, age: number) => IDataObject;
}

/**
 * Finds records whose time reaches an age, in lists of any length. The list is sorted by that time. So a poll reads
 * only the pages with records that reach an age now.
 */
export function agePoller(aging: AgingList): Poller<Position> {
	return {
		scope: aging.scope,
		schema,
		read: async (position, reading) => {
			const pages = await SortedPages.open(aging.list, reading);
			return position ? await readOn(aging, pages, position, reading) : await begin(aging, pages, reading);
		},
	};
}

/** What reached an age earlier is not new. A test shows the newest records. */
async function begin(aging: AgingList, pages: SortedPages, reading: Reading): Promise<Findings<Position>> {
	const { asked, records, startsUntimed } = pages.first;
	const { words } = aging.list;
	if (records.length === 0 && startsUntimed && (await pages.oldest()) === undefined)
		throw unreadable(`it does not say when the ${words.records} ${words.made}`);
	const now = Date.parse(reading.now);
	// With a wrong clock, it would find all events of years, or none for years.
	if (Math.abs(asked - now) > CLOCK_TOLERANCE_MS)
		throw unsentProblem(
			'The clocks of n8n and of the service differ by more than an hour',
			'Correct the clock of the machine that runs n8n. Then publish the workflow again.',
		);
	const sample = reading.isSample ? records.slice(0, reading.latest) : [];
	const events = sample.map((one) => toEvent(aging, one, Math.max(aging.ageAt(one.made, asked), 1), reading));
	return { events, position: { done: Math.max(asked, now) } };
}

async function readOn(
	aging: AgingList,
	pages: SortedPages,
	{ done, open }: Position,
	reading: Reading,
): Promise<Findings<Position>> {
	const { asked, records: first, startsUntimed } = pages.first;
	// One of the two clocks may be ahead.
	const until = open?.until ?? Math.min(asked, Date.parse(reading.now));
	const isSame = until <= done || aging.momentOf(until) === aging.momentOf(done);
	// The list may be empty only for a moment.
	if (isSame || (first.length === 0 && !startsUntimed)) return { events: [], position: { done, open } };
	const events: PolledEvent[] = [];
	const last = aging.lastAge ?? (await lastAgeIn(aging, pages, until));
	const begun = open?.age ?? 1;
	for (let age = begun; age <= last; age++) {
		const { time = null, seen = '' } = open?.age === age ? open : {};
		const period = aging.timesOf(age, done, until);
		const from = Math.max(period.from, (time ?? -Infinity) - 1);
		const found = await attempt(pages.readPeriod({ from, to: period.to }, seen.length / KEY_LENGTH));
		if (found instanceof Error) {
			if (age === begun) throw found;
			// The next poll continues with this age.
			const failure = reading.hasTime() ? found : undefined;
			return { events, position: { done, open: { until, age, time, seen } }, failure };
		}
		const { records, isAll } = found;
		const fresh = records.filter(
			({ made, id }) =>
				aging.ageAt(made, done) < age &&
				aging.ageAt(made, until) >= age &&
				!(made === time && seen.includes(shortOf(id))),
		);
		const taken = fresh.slice(0, reading.maxEvents - events.length);
		for (const one of taken) events.push(toEvent(aging, one, age, reading));
		if (isAll && taken.length === fresh.length) continue;
		// Others may have the same time as the newest record.
		const newest = (taken.length < fresh.length ? taken : records).at(-1)?.made ?? time;
		const before = newest === time ? seen : '';
		const now = taken.filter(({ made }) => made === newest).map(({ id }) => ` ${shortOf(id)}`);
		return { events, position: { done, open: { until, age, time: newest, seen: before + now.join('') } } };
	}
	return { events, position: { done: until } };
}

async function lastAgeIn({ ageAt }: AgingList, pages: SortedPages, now: number): Promise<number> {
	const oldest = await pages.oldest();
	return oldest === undefined ? 0 : ageAt(oldest, now);
}

function toEvent(aging: AgingList, record: Listed, age: number, { realmId, now }: Reading): PolledEvent {
	const { type } = aging;
	return {
		eventId: eventIdOf(type, realmId, ...aging.aboutOf(record, age)),
		type,
		timestamp: now,
		realmId,
		data: aging.dataOf(record, age),
	};
}
