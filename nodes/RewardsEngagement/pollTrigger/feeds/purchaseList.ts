import type { IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../../api/paging';
import { ServiceProblem } from '../../errors/serviceProblem';
import { getManyPurchases } from '../../resources/purchase/getMany';
import { metaOf, PAGE, identifiedIn, unreadable, type Identified, type Reading } from '../feed';
import { timeOf, timeOfAnswer } from '../timeline';

/** A purchase with when it was made, and when what the feed is about happened; nothing where it has not. */
export interface Purchase extends Identified {
	/** Milliseconds since 1970, as `time` is. */
	made: number;
	time: number | undefined;
}

/** When it happened to a purchase, as the service writes it. */
export type WhenOf = (purchase: IDataObject) => unknown;

/** Of a page, as the service asks for it. */
export type Place = { after: string } | { page: number };

export interface PageOfPurchases {
	purchases: Purchase[];
	/** Nothing of the first page. */
	place: Place | undefined;
	/** The place of the page after it. */
	next: Place | undefined;
	/** By the service's clock, in milliseconds since 1970. */
	asked: number;
}

/**
 * A page of the realm's purchases; without a place the first.
 *
 * @throws {ServiceProblem} when the service gives no list, or does not say when a purchase was made
 */
export async function readPage(
	whenOf: WhenOf,
	{ client, realmId }: Reading,
	place?: Place,
): Promise<PageOfPurchases> {
	const request = getManyPurchases.request({ realmId, limit: PAGE });
	const began = Date.now();
	const answer = await client.send({ ...request, query: { ...request.query, take: PAGE, ...place } });
	const purchases = identifiedIn(answer.body).map((one) => {
		const made = timeOf(one.record.createdAt);
		if (made === undefined) throw unreadable('it does not say when a purchase was made');
		return { ...one, made, time: timeOf(whenOf(one.record)) };
	});
	return {
		purchases,
		place,
		next: nextPlace(metaOf(answer.body), place),
		asked: timeOfAnswer(answer, began),
	};
}

/**
 * A page that held purchases when it was read before. The purchase that its place is named after may be gone: then the
 * service refuses the place, or has nothing behind it, and there is no such page.
 *
 * @throws {ServiceProblem} as `readPage` does
 */
export async function readPageAgain(
	whenOf: WhenOf,
	reading: Reading,
	place: Place,
): Promise<PageOfPurchases | undefined> {
	const page = await readPage(whenOf, reading, place).catch(acceptUnknownPlace);
	return page && page.purchases.length > 0 ? page : undefined;
}

function acceptUnknownPlace(thrown: unknown): undefined {
	const status = thrown instanceof ServiceProblem ? thrown.problem.status : undefined;
	if (status !== 400 && status !== 404 && status !== 422) throw thrown;
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

/** So many that follow one another are in order by no chance. */
const STEPS = 10;

/** The order in which the purchases of a list were made; none where it does not show. */
export function orderOf(purchases: readonly Purchase[]): 'ascending' | 'descending' | 'none' {
	const steps = purchases.slice(1).map(({ made }, index) => made - (purchases[index]?.made ?? made));
	if (steps.filter((step) => step !== 0).length < STEPS) return 'none';
	if (steps.every((step) => step >= 0)) return 'ascending';
	return steps.every((step) => step <= 0) ? 'descending' : 'none';
}
