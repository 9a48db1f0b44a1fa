import { createHash } from 'node:crypto';

import { Problem } from '../errors';
import { isRecord } from '../shared/json';
import { recordsIn } from './records';
import type { Listing, OperationRequest, Pagination } from './request';

/** Ten thousand of the largest pages hold a million records, more than n8n can take as items. */
export const MAX_PAGES = 10_000;

/** For a user who waits at the screen, for example for a drop-down or the start of a trigger. */
export const MAX_PAGES_INTERACTIVE = 200;

/** The most records of a page if an endpoint states no maximum. All endpoints that state one state this. */
const LARGEST_PAGE = 100;

/** The most empty pages in a row. A service that filters its pages leaves some empty. */
const MAX_EMPTY_PAGES = 100;

/**
 * The way through the pages of one list, as far as wanted.
 *
 * It always ends, whatever the service says. It asks for no place twice, and ends at a page that came before. A
 * service that ignores the place sends the first page again. It also ends at a number of pages that no list has.
 *
 * The service has three shapes of `meta`: `page` with `totalPages`, `hasNextPage` with `endCursor`, and `hasNextPage`
 * with `nextCursor`. If an operation does not declare its paging, `meta` decides.
 */
export class PageTrail {
	private readonly places = new Set<string>();

	private readonly contents = new Set<string>();

	private pages = 0;

	private records = 0;

	private empty = 0;

	/** The number of the last page that was requested, if pages have numbers. */
	private asked = 0;

	constructor(
		private readonly request: OperationRequest,
		private readonly maxPages = MAX_PAGES,
	) {}

	/**
	 * Records a page.
	 *
	 * @returns whether it is new, and the request for the next page. There is none after the last page, or if the
	 * response says nothing about pages.
	 * @throws {Problem} when the list does not end
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

	/** An earlier page said that there is more. */
	private broken(): Problem {
		return new Problem({
			message: `The list is incomplete: the page after page ${this.pages} contains no list of records`,
			advice: 'Run it again. If this keeps happening, ask the operator of the service.',
			outcome: 'notApplied',
		});
	}

	private endless(): Problem {
		return new Problem({
			message: `The list did not end after ${this.pages} pages with ${this.records} records`,
			advice:
				'Every page pointed to a further page. Set "Limit" or "Page" if the operation has it, or ask the operator of the service.',
			outcome: 'notApplied',
		});
	}
}

/** Whether a page looks like the earlier ones. */
function isLaterPage(body: unknown): boolean {
	return isRecord(body) && (Array.isArray(body.data) || isRecord(body.meta));
}

/** The request for the first page of a list. It has a page size if the endpoint is known to accept one. */
export function firstPage(request: OperationRequest, listing: Listing): OperationRequest {
	const size = listing.pagination?.isInferred ? {} : pageSize(listing, 0);
	return { ...request, listing, query: { ...request.query, ...size } };
}

/** With inferred paging, the first page had the service's own size, and page numbers count pages of that size. */
function nextPageSize(listing: Listing | undefined, place: object, taken: number): Record<string, number> {
	const isOfOwnLength = listing?.pagination?.isInferred && 'page' in place;
	return listing && !isOfOwnLength ? pageSize(listing, taken) : {};
}

/** The size of the next page, as a query. */
function pageSize({ pagination, maxRecords = Infinity }: Listing, taken: number): Record<string, number> {
	if (!pagination) return {};
	const { place, size, maximum = LARGEST_PAGE } = pagination;
	// A page number means another place if the page size changes, so the size stays the same.
	const wanted = place === 'page' ? maxRecords : maxRecords - taken;
	return { [size]: Math.min(wanted, maximum) };
}

/** Adds to a set, and returns whether the value is new. */
function isFirst(set: Set<string>, value: string): boolean {
	if (set.has(value)) return false;
	set.add(value);
	return true;
}

/** Identifies a page: by the IDs of its records if each has one, since other values may change between requests. */
function identityOf(records: unknown[]): string {
	const ids = records.map((record) => (isRecord(record) ? record.id : undefined));
	const isTold = ids.every(isCursor) && new Set(ids).size === ids.length;
	return createHash('sha256')
		.update(JSON.stringify(isTold ? ids : records))
		.digest('base64');
}

/**
 * The query for the next page. `undefined` if there is none.
 *
 * @param asked the number of this page, since some services give a wrong number
 */
export function nextPlace(
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

/** A count from the service, as a number or as text. `undefined` if it is not one. */
export function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
