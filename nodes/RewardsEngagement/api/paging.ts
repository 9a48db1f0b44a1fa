import { createHash } from 'node:crypto';

import { ServiceProblem } from '../errors/serviceProblem';
import { isRecord } from '../shared/json';
import { recordsIn } from './records';
import type { Listing, OperationRequest, Pagination } from './request';

/** Of the largest pages, ten thousand hold a million records: more than an n8n takes as items. */
export const MAX_PAGES = 10_000;

/** For a person who waits at the screen: a drop-down, or the start of a trigger. */
export const MAX_PAGES_INTERACTIVE = 200;

/** The most records of a page, where an endpoint does not say: those that do all say this. */
const LARGEST_PAGE = 100;

/** Pages without a record that may follow one another: a service that filters its pages leaves some empty. */
const MAX_EMPTY_PAGES = 100;

/**
 * The way through the pages of one list, as far as it is wanted. It ends, whatever the service says: no place is asked
 * for twice, a page that came before ends the list (a service that ignores the place answers the first page again), and
 * so does a number of pages that no list has.
 *
 * The service has three shapes of `meta`: `page` of `totalPages`, `hasNextPage` with `endCursor`, and `hasNextPage` with
 * `nextCursor`. Where an operation does not declare how pages are asked for, `meta` tells.
 */
export class PageTrail {
	private readonly places = new Set<string>();

	private readonly contents = new Set<string>();

	private pages = 0;

	private records = 0;

	private empty = 0;

	/** The number of the page that was asked for last; none where pages have no numbers. */
	private asked = 0;

	constructor(
		private readonly request: OperationRequest,
		private readonly maxPages = MAX_PAGES,
	) {}

	/**
	 * Takes note of a page.
	 *
	 * @returns whether it is a new one, and the request for the page after it; none after the last page, or when the
	 * answer says nothing about pages
	 * @throws {ServiceProblem} when the list does not end
	 */
	take(body: unknown): { isNew: boolean; next?: OperationRequest } {
		const records = recordsIn(body);
		const { listing } = this.request;
		const place =
			records && !this.isOnePage()
				? nextPlace(isRecord(body) ? body.meta : undefined, this.asked, listing?.pagination)
				: undefined;
		if (this.pages > 0 && !(records && isLaterPage(body))) throw this.broken();
		if (!records) return { isNew: true };
		this.pages++;
		this.records += records.length;
		this.empty = records.length === 0 ? this.empty + 1 : 0;
		if (records.length > 0 && !isFirst(this.contents, identityOf(records))) return { isNew: false };
		if (listing?.maxRecords !== undefined && this.records >= listing.maxRecords) return { isNew: true };
		if (!place || !isFirst(this.places, JSON.stringify(place))) return { isNew: true };
		if (this.pages >= this.maxPages || this.empty >= MAX_EMPTY_PAGES) throw this.endless();
		if (typeof place.page === 'number') this.asked = place.page;
		const query = { ...this.request.query, ...place, ...nextPageSize(listing, place, this.records) };
		return { isNew: true, next: { ...this.request, query } };
	}

	/** Whether the user asked for one page. */
	private isOnePage(): boolean {
		const { listing, query: { page, limit } = {} } = this.request;
		return !listing && (page !== undefined || limit !== undefined);
	}

	/** What came before has said that there is more. */
	private broken(): ServiceProblem {
		return new ServiceProblem({
			message: `The list of the service broke off after its page ${this.pages}: the next one holds no list of records`,
			description: 'Run it again. If it stays so, ask the operator of the service.',
			outcome: 'notApplied',
		});
	}

	private endless(): ServiceProblem {
		return new ServiceProblem({
			message: `The list of the service did not end after ${this.pages} pages with ${this.records} records`,
			description:
				'Each page named one more. Ask for less with "Limit", or for single pages with "Page", where the operation has them, or ask the operator of the service.',
			outcome: 'notApplied',
		});
	}
}

/** Whether a page looks like the ones before it, which said that there is more. */
function isLaterPage(body: unknown): boolean {
	return isRecord(body) && (Array.isArray(body.data) || isRecord(body.meta));
}

/** The request for the first page of a list. It names a length where the service is known to take one. */
export function firstPage(request: OperationRequest, listing: Listing): OperationRequest {
	const size = listing.pagination?.isInferred ? {} : pageSize(listing, 0);
	return { ...request, listing, query: { ...request.query, ...size } };
}

/** The first page of a list with inferred paging had the service's own length, and its numbers count such pages. */
function nextPageSize(listing: Listing | undefined, place: object, taken: number): Record<string, number> {
	const isOfOwnLength = listing?.pagination?.isInferred && 'page' in place;
	return listing && !isOfOwnLength ? pageSize(listing, taken) : {};
}

/** How long the next page is to be, as a query. */
function pageSize({ pagination, maxRecords = Infinity }: Listing, taken: number): Record<string, number> {
	if (!pagination) return {};
	const { place, size, maximum = LARGEST_PAGE } = pagination;
	// The number of a page means another place once pages have another size.
	const wanted = place === 'page' ? maxRecords : maxRecords - taken;
	return { [size]: Math.min(wanted, maximum) };
}

/** Adds to a set, and says whether it was not in it. */
function isFirst(set: Set<string>, value: string): boolean {
	if (set.has(value)) return false;
	set.add(value);
	return true;
}

/** What tells a page from others: its records' ids, where each has its own, since other values may change meanwhile. */
function identityOf(records: unknown[]): string {
	const ids = records.map((record) => (isRecord(record) ? record.id : undefined));
	const isTold = ids.every(isCursor) && new Set(ids).size === ids.length;
	return createHash('sha256')
		.update(JSON.stringify(isTold ? ids : records))
		.digest('base64');
}

/** @param asked the number of this page, which some services say of every page wrongly */
function nextPlace(
	meta: unknown,
	asked: number,
	pagination?: Pagination,
): Record<string, string | number> | undefined {
	if (!isRecord(meta)) return undefined;
	const { hasNextPage, endCursor, nextCursor } = meta;
	const [said, totalPages] = [wholeNumber(meta.page), wholeNumber(meta.totalPages)];
	const page = said === undefined ? undefined : Math.max(said, asked);
	if (page !== undefined && totalPages !== undefined) {
		return page < totalPages ? { page: page + 1 } : undefined;
	}
	const hasNext =
		hasNextPage === undefined || hasNextPage === null
			? undefined
			: hasNextPage === true || hasNextPage === 'true';
	if (hasNext === false) return undefined;
	const declared = pagination?.place === 'page' ? undefined : pagination?.place;
	if (isCursor(nextCursor)) return { [declared ?? 'cursor']: nextCursor };
	if (!hasNext) return undefined;
	if (isCursor(endCursor)) return { [declared ?? 'after']: endCursor };
	return page === undefined ? undefined : { page: page + 1 };
}

function isCursor(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** A count that the service gives, as a number or as text; nothing for what is none. */
export function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
