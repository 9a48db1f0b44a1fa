import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { wholeNumber } from '../../api/paging';
import { getManyPurchases } from '../../resources/purchase/getMany';
import { ServiceProblem } from '../../errors/serviceProblem';
import { isRecord } from '../../shared/json';
import {
	eventIdOf,
	PAGE,
	recordsIn,
	tooLong,
	unreadable,
	type Feed,
	type Identified,
	type PolledEvent,
	type Reading,
} from '../feed';
import {
	inOrder,
	Timeline,
	timelinePosition,
	timeOf,
	timeOfAnswer,
	type Timed,
	type TimelinePosition,
} from '../timeline';

interface Position extends TimelinePosition {
	/** Purchases up to here can give no event any more; milliseconds since 1970. */
	past: number;
	/** Where the pages with the others begin, in a list that has the oldest first. */
	after?: string;
}

const schema: z.ZodType<Position> = timelinePosition.extend({
	past: z.number(),
	after: z.string().optional(),
});

/** A purchase with when it was made, and when what the feed is about happened; nothing where it has not. */
interface Purchase extends Identified {
	made: number;
	time: number | undefined;
}

interface About {
	type: string;
	timeline: Timeline;
	/** When it happened to a purchase, as the service writes it. */
	whenOf: (purchase: IDataObject) => unknown;
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
	whenOf: ({ createdAt }) => createdAt,
	dataOf: madeData,
});

export const purchaseFinalized = feedOf({
	type: 'store.purchase.finalized',
	// A purchase may be finalized behind a reader who goes on to one that was finalized later.
	timeline: new Timeline(10 * 60_000),
	whenOf: ({ isFinalized, finalizedAt }) => (isFinalized === true ? finalizedAt : undefined),
	dataOf: (purchase) => ({ ...madeData(purchase), finalizedAt: purchase.finalizedAt }),
});

/**
 * What happened to purchases. The service names no order for its list: it is read as it comes, oldest or newest first,
 * and as far as a purchase that can give an event may be; a list without an order is read whole. What is new at first is
 * told by the service's clock, so that a long list need not be read for it.
 */
function feedOf(about: About): Feed<Position> {
	const { timeline } = about;
	return {
		scope: '',
		schema,
		read: async (position, reading) => {
			if (!position) return await begin(about, reading);
			const { purchases, after, isWhole, isInOrder, asked } = await readList(about, position, reading);
			const fresh = inOrder(purchases.filter(hasHappened).filter((one) => timeline.isNew(one, position)));
			const taken = fresh.slice(0, reading.most);
			const next = timeline.after(position, taken, isWhole || isInOrder, asked);
			const isAll = isWhole && taken.length === fresh.length;
			// The next poll would come no further, and nobody would know of what is behind.
			const isStuck = !isWhole && taken.length === 0 && after === position.after;
			return {
				events: taken.map((one) => toEvent(about, one, reading)),
				position: {
					...next,
					past: isAll ? pastOf(about, purchases, next) : position.past,
					...(after !== undefined && { after }),
				},
				failure: isStuck ? tooLong() : undefined,
			};
		},
	};
}

/** Nothing is new that happened before the service answered. */
async function begin(about: About, reading: Reading) {
	const { purchases, asked } = await ask(about, reading, undefined);
	const all = reading.latest > 0 ? (await readList(about, undefined, reading)).purchases : purchases;
	const happened = inOrder(all.filter(hasHappened));
	const latest = reading.latest > 0 ? happened.slice(-reading.latest) : [];
	const { timeline } = about;
	const position = timeline.after({ at: timeline.startingAt(asked), seen: {} }, happened, true, asked);
	return { events: latest.map((one) => toEvent(about, one, reading)), position: { ...position, past: 0 } };
}

const hasHappened = (one: Purchase): one is Purchase & Timed => one.time !== undefined;

/** All that were made up to here have given their event. */
function pastOf({ timeline }: About, purchases: readonly Purchase[], position: TimelinePosition): number {
	const horizon = timeline.horizonOf(position);
	const open = purchases.filter(({ time }) => time === undefined || time > horizon).map(({ made }) => made);
	const made = purchases.map((one) => one.made);
	return Math.min(open.length > 0 ? least(open) - 1 : most(made), horizon);
}

const least = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.min(one, other), Infinity);
const most = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other), 0);

/** Of a page, as the service asks for it. */
type Place = { after: string } | { page: number };

interface PageOfPurchases {
	purchases: Purchase[];
	/** The place of the page after it. */
	next: Place | undefined;
	/** By the service's clock, in milliseconds since 1970. */
	asked: number;
}

async function readList(about: About, position: Position | undefined, reading: Reading) {
	const kept = position?.after;
	// The purchase that the place is named after may be gone: the service refuses the place, or has nothing behind it.
	const found =
		kept === undefined ? undefined : await ask(about, reading, { after: kept }).catch(acceptUnknownPlace);
	const fromKept = found && found.purchases.length > 0 ? found : undefined;
	let page = fromKept ?? (await ask(about, reading, undefined));
	const { asked } = page;
	const all = new Map<string, Purchase>();
	const horizon = position ? about.timeline.horizonOf(position) : -Infinity;
	const isPast = ({ time }: Purchase) => time !== undefined && time <= horizon;
	let after = fromKept && kept;
	let isPrefixPast = true;
	for (;;) {
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
		if (isEnd || isFarEnough) return { purchases, after, isWhole: true, isInOrder: true, asked };
		isPrefixPast &&= order === 'ascending' && page.purchases.every(isPast);
		// The number of a page means another place once a purchase before it is gone.
		if (isPrefixPast && page.next && 'after' in page.next) ({ after } = page.next);
		if (!reading.hasTime()) {
			const isInOrder = order === 'ascending' && purchases.every(({ made, time }) => made === time);
			return { purchases, after, isWhole: false, isInOrder, asked };
		}
		page = await ask(about, reading, page.next);
	}
}

async function ask(
	{ whenOf }: About,
	{ client, realmId }: Reading,
	place: Place | undefined,
): Promise<PageOfPurchases> {
	const request = getManyPurchases.request({ realmId, limit: PAGE });
	const began = Date.now();
	const answer = await client.send({ ...request, query: { ...request.query, take: PAGE, ...place } });
	const { records, meta } = recordsIn(answer.body);
	const purchases = records.map((one) => {
		const made = timeOf(one.record.createdAt);
		if (made === undefined) throw unreadable('it does not say when a purchase was made');
		return { ...one, made, time: timeOf(whenOf(one.record)) };
	});
	return { purchases, next: nextPlace(meta, place), asked: timeOfAnswer(answer, began) };
}

/** No document says in which of its ways the service pages this list. */
function nextPlace(
	{ page, totalPages, hasNextPage, endCursor, nextCursor }: Readonly<Record<string, unknown>>,
	place: Place | undefined,
): Place | undefined {
	const [number, last] = [wholeNumber(page), wholeNumber(totalPages)];
	if (number !== undefined && last !== undefined) return number < last ? { page: number + 1 } : undefined;
	const after = nextCursor ?? endCursor;
	if (hasNextPage === false || typeof after !== 'string' || after === '') return undefined;
	return place && 'after' in place && place.after === after ? undefined : { after };
}

function orderOf(purchases: readonly Purchase[]): 'ascending' | 'descending' | 'none' {
	const steps = purchases.slice(1).map(({ made }, index) => made - (purchases[index]?.made ?? made));
	if (steps.every((step) => step === 0)) return 'none';
	if (steps.every((step) => step >= 0)) return 'ascending';
	return steps.every((step) => step <= 0) ? 'descending' : 'none';
}

function acceptUnknownPlace(thrown: unknown): undefined {
	const status = thrown instanceof ServiceProblem ? thrown.problem.status : undefined;
	if (status !== 400 && status !== 404 && status !== 422) throw thrown;
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
