import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isRecord } from '../../shared/json';
import { attempt, eventIdOf, type Feed, type PolledEvent, type Reading } from '../feed';
import {
	inOrder,
	latestOf,
	Timeline,
	timelinePosition,
	type Timed,
	type TimelinePosition,
} from '../timeline';
import { orderOf, readPage, readPageAgain, type Place, type Purchase, type WhenOf } from './purchaseList';

interface Position extends TimelinePosition {
	/** Purchases up to here can give no event any more; milliseconds since 1970. */
	past: number;
	/** Where the pages with the others begin, in a list that has the oldest first. */
	after?: string;
	/** A reading of the list that one poll had no time for, and where the next goes on. */
	unfinished?: Begun & { place: Place };
}

/** What is known of a list that was read in part; its times in milliseconds since 1970. */
interface Begun extends IDataObject {
	/** When it began, by the service's clock. */
	asked: number;
	/** When the latest purchase was made. */
	made: number;
	/** When it happened to the latest. */
	latest: number;
	/** When the oldest was made that can still give an event; nothing where all have given theirs. */
	open: number | null;
	/** Whether it has the oldest first, and nothing so far can give an event any more. */
	isPast: boolean;
}

const schema: z.ZodType<Position> = timelinePosition.extend({
	past: z.number(),
	after: z.string().optional(),
	unfinished: z
		.object({
			place: z.union([z.object({ after: z.string() }), z.object({ page: z.number() })]),
			asked: z.number(),
			made: z.number(),
			latest: z.number(),
			open: z.number().nullable(),
			isPast: z.boolean(),
		})
		.optional(),
});

interface About {
	type: string;
	timeline: Timeline;
	/** Whether it happens when a purchase is made: an old purchase gives no event. */
	isAtOnce: boolean;
	whenOf: WhenOf;
	dataOf: (purchase: IDataObject) => IDataObject;
}

/** Who bought is not in the service's list. */
const madeData = ({ storeItem, totalPrice, ...purchase }: IDataObject): IDataObject => ({
	purchase: { ...purchase, totalPrice },
	item: { ...itemOf(storeItem), cost: totalPrice },
	completedAt: purchase.createdAt,
});

function itemOf(storeItem: unknown): IDataObject {
	const item: unknown = isRecord(storeItem) ? storeItem.item : undefined;
	const { id, name, type } = (isRecord(item) ? item : {}) as IDataObject;
	return { id, name, type };
}

export const purchaseMade = feedOf({
	type: 'store.purchase.completed',
	timeline: new Timeline(2 * 60_000),
	isAtOnce: true,
	whenOf: ({ createdAt }) => createdAt,
	dataOf: madeData,
});

export const purchaseFinalized = feedOf({
	type: 'store.purchase.finalized',
	// A purchase may be finalized behind a reader who goes on to one that was finalized later.
	timeline: new Timeline(10 * 60_000),
	isAtOnce: false,
	whenOf: ({ isFinalized, finalizedAt }) => (isFinalized === true ? finalizedAt : undefined),
	dataOf: (purchase) => ({ ...madeData(purchase), finalizedAt: purchase.finalizedAt }),
});

/**
 * What happened to purchases. The service names no order for its list: it is read as it comes, oldest or newest first,
 * and as far as a purchase that can give an event may be; a list without an order is read whole. Where that takes longer
 * than a poll has, the next one goes on. What is new at first is told by the service's clock, so that a long list need
 * not be read for it.
 */
function feedOf(about: About): Feed<Position> {
	const { timeline } = about;
	return {
		scope: '',
		schema,
		read: async (position, reading) => {
			if (!position) return await begin(about, reading);
			const part = await readPart(about, position, reading);
			const { purchases, from, place } = part;
			const happened = purchases.filter(hasHappened);
			const fresh = inOrder(timeline.newOf(happened, position));
			const taken = fresh.slice(0, reading.most);
			const [left] = fresh.slice(reading.most);
			const isAll = left === undefined;
			// A part of which something is left is read again.
			const isEnd = !place && (isAll || !from);
			const { asked } = from ?? part;
			const latest = latestOf([from?.latest ?? 0, ...happened.map(({ time }) => time)]);
			// Of one moment some may be on the next page, or left for the next poll.
			const end = Math.min(latest - (place ? 1 : 0), (left?.time ?? Infinity) - 1);
			const isInOrder = part.isInOrder || (isEnd && from !== undefined);
			const next = timeline.after(position, taken, isInOrder ? end : -Infinity, asked);
			const learnt = learn(part, next, latest);
			// All that were made up to here have given their event.
			const past = about.isAtOnce ? Infinity : learnt.open === null ? learnt.made : learnt.open - 1;
			const unfinished = isAll && place ? { ...learnt, place } : from;
			return {
				events: taken.map((one) => toEvent(about, one, reading)),
				failure: part.failure,
				position: {
					...next,
					past: isEnd && isAll ? Math.min(past, next.done) : position.past,
					...(part.after !== undefined && { after: part.after }),
					...(!isEnd && unfinished && { unfinished }),
				},
			};
		},
	};
}

/** Nothing is new that happened before the service answered. */
async function begin(about: About, reading: Reading) {
	const { purchases, asked } = await readPage(about.whenOf, reading);
	const all = reading.latest > 0 ? (await readPart(about, undefined, reading)).purchases : purchases;
	const happened = inOrder(all.filter(hasHappened));
	const latest = reading.latest > 0 ? happened.slice(-reading.latest) : [];
	const { timeline } = about;
	const position = timeline.after({ done: asked, seen: {} }, happened, -Infinity, asked);
	return {
		events: latest.map((one) => toEvent(about, one, reading)),
		position: { ...position, past: about.isAtOnce ? asked : 0 },
	};
}

const hasHappened = (one: Purchase): one is Purchase & Timed => one.time !== undefined;

/** What is known of the list with this part of it. */
function learn(part: Part, { done }: TimelinePosition, latest: number): Begun {
	const { purchases, from, isPast } = part;
	const open = purchases.filter(({ time }) => time === undefined || time > done).map(({ made }) => made);
	const oldest = -latestOf([...open, from?.open ?? Infinity].map((time) => -time));
	return {
		asked: (from ?? part).asked,
		latest,
		made: latestOf([from?.made ?? 0, ...purchases.map(({ made }) => made)]),
		open: Number.isFinite(oldest) ? oldest : null,
		isPast,
	};
}

/** What one poll has read of the list. */
interface Part {
	purchases: Purchase[];
	/** Where it went on from, if this is not the beginning. */
	from: Position['unfinished'];
	/** Of the last page, if the list goes on behind it. */
	place?: Place;
	/** By the service's clock, in milliseconds since 1970. */
	asked: number;
	/** Whether none that happened before the latest of these is left. */
	isInOrder: boolean;
	isPast: boolean;
	/** As in a position. */
	after: string | undefined;
	/** What kept it from the page after this part. */
	failure?: Error;
}

async function readPart(about: About, position: Position | undefined, reading: Reading): Promise<Part> {
	const { unfinished, after: kept } = position ?? {};
	const start = unfinished?.place ?? (kept === undefined ? undefined : { after: kept });
	const again = start && (await readPageAgain(about.whenOf, reading, start));
	const from = again && unfinished;
	let page = again ?? (await readPage(about.whenOf, reading));
	const { asked } = page;
	const all = new Map<string, Purchase>();
	const done = position?.done ?? -Infinity;
	let after = again && kept;
	let isPast = from?.isPast ?? true;
	for (let pages = 1; ; pages++) {
		const known = all.size;
		for (const one of page.purchases) all.set(one.id, one);
		const purchases = [...all.values()];
		const order = orderOf(purchases);
		// A service that ignores the place gives the same page for ever.
		const isEnd = page.next === undefined || (known > 0 && all.size === known);
		const last = page.purchases.at(-1)?.made ?? Infinity;
		const isFarEnough = order === 'descending' && last <= (position?.past ?? -Infinity);
		// A list with the newest first begins anew every time.
		if (order === 'descending') after = undefined;
		isPast &&=
			order === 'ascending' && page.purchases.every(({ time }) => time !== undefined && time <= done);
		if (isEnd || isFarEnough) return { purchases, from, asked, isInOrder: !from, isPast, after };
		// The number of a page means another place once a purchase before it is gone.
		if (isPast && page.next && 'after' in page.next) ({ after } = page.next);
		const isInOrder = order === 'ascending' && purchases.every(({ made, time }) => made === time);
		const part = { purchases, from, place: page.place, asked, isInOrder, isPast, after };
		// The page that the next poll begins with is read for the second time: one must be new.
		if (pages > 1 && !reading.hasTime()) return part;
		const next = await attempt(readPage(about.whenOf, reading, page.next));
		if (next instanceof Error) {
			if (pages === 1) throw next;
			return { ...part, failure: next };
		}
		page = next;
	}
}

function toEvent(
	{ type, whenOf, dataOf }: About,
	{ id, record }: Purchase,
	{ realmId, now }: Reading,
): PolledEvent {
	const when = whenOf(record);
	return {
		eventId: eventIdOf(type, realmId, id),
		type,
		timestamp: typeof when === 'string' ? when : now,
		realmId,
		data: dataOf(record),
	};
}
