import { createHash } from 'node:crypto';

import { ServiceProblem } from '../errors/serviceProblem';
import { isRecord } from '../shared/json';
import type { OperationRequest } from './request';

/** Of the largest pages, ten thousand hold a million records: more than an n8n takes as items. */
export const MAX_PAGES = 10_000;

/** For a person who waits at the screen: a drop-down, or the start of a trigger. */
export const MAX_PAGES_INTERACTIVE = 200;

/** Pages without a record that may follow one another: a service that filters its pages leaves some empty. */
const MAX_EMPTY_PAGES = 100;

/**
 * The way through the pages of one list. It ends, whatever the service says: no place is asked for twice, a page that
 * came before ends the list (a service that ignores the place answers the first page again), and so does a number of
 * pages that no list has.
 *
 * The service has three shapes of `meta`: a cursor with `after`, a page number with `page`, and a next cursor with
 * `cursor`.
 */
export class PageTrail {
	private readonly places = new Set<string>();

	private readonly contents = new Set<string>();

	private pages = 0;

	private records = 0;

	private empty = 0;

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
		const records = isRecord(body) && Array.isArray(body.data) ? (body.data as unknown[]) : undefined;
		const place =
			records && !this.isOnePage() ? nextPlace((body as Record<string, unknown>).meta) : undefined;
		if (!records || (!place && this.pages === 0)) return { isNew: true };
		this.pages++;
		this.records += records.length;
		this.empty = records.length === 0 ? this.empty + 1 : 0;
		if (records.length > 0 && !isFirst(this.contents, hashOf(records))) return { isNew: false };
		if (!place || !isFirst(this.places, JSON.stringify(place))) return { isNew: true };
		if (this.pages >= this.maxPages || this.empty >= MAX_EMPTY_PAGES) throw this.endless();
		return { isNew: true, next: { ...this.request, query: { ...this.request.query, ...place } } };
	}

	/** Whether the user asked for one page, or for no more than a number of results. */
	private isOnePage(): boolean {
		const { page, limit } = this.request.query ?? {};
		return page !== undefined || limit !== undefined;
	}

	private endless(): ServiceProblem {
		return new ServiceProblem({
			message: `The list of the service did not end after ${this.pages} pages with ${this.records} records`,
			description:
				'Each page named one more. Ask for single pages with "Limit" or "Page" where the operation has them, or ask the operator of the service.',
			outcome: 'notApplied',
		});
	}
}

/** Adds to a set, and says whether it was not in it. */
function isFirst(set: Set<string>, value: string): boolean {
	if (set.has(value)) return false;
	set.add(value);
	return true;
}

function hashOf(records: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(records)).digest('base64');
}

function nextPlace(meta: unknown): Record<string, string | number> | undefined {
	if (!isRecord(meta)) return undefined;
	const { hasNextPage, endCursor, nextCursor } = meta;
	const [page, totalPages] = [wholeNumber(meta.page), wholeNumber(meta.totalPages)];
	if (page !== undefined && totalPages !== undefined) {
		return page < totalPages ? { page: page + 1 } : undefined;
	}
	const hasNext =
		hasNextPage === undefined || hasNextPage === null
			? undefined
			: hasNextPage === true || hasNextPage === 'true';
	if (hasNext === false) return undefined;
	if (isCursor(nextCursor)) return { cursor: nextCursor };
	if (!hasNext) return undefined;
	if (isCursor(endCursor)) return { after: endCursor };
	return page === undefined ? undefined : { page: page + 1 };
}

function isCursor(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
