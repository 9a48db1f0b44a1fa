import { isRecord } from '../shared/json';
import type { ApiRequest } from './request';

/** Whether the user asked for one page, or for no more than a number of results. */
export function isOnePage({ query = {} }: ApiRequest): boolean {
	return query.page !== undefined || query.limit !== undefined;
}

/**
 * The request for the page after `body`, or `undefined` when this was the last one or the answer says nothing about
 * pages. The service has three shapes of `meta`: a cursor with `after`, a page number with `page`, and a next cursor
 * with `cursor`.
 */
export function nextPage(request: ApiRequest, body: unknown): ApiRequest | undefined {
	if (!isRecord(body) || !isRecord(body.meta) || !Array.isArray(body.data) || body.data.length === 0) {
		return undefined;
	}
	const place = nextPlace(body.meta);
	// A service that names the same place again would be asked for ever.
	if (!place || Object.entries(place).every(([name, value]) => request.query?.[name] === value)) {
		return undefined;
	}
	return { ...request, query: { ...request.query, ...place } };
}

function nextPlace(meta: Record<string, unknown>): Record<string, string | number> | undefined {
	const { page, totalPages, hasNextPage, endCursor, nextCursor } = meta;
	if (typeof page === 'number' && typeof totalPages === 'number') {
		return page < totalPages ? { page: page + 1 } : undefined;
	}
	if (hasNextPage !== true) return undefined;
	if (typeof nextCursor === 'string') return { cursor: nextCursor };
	return typeof endCursor === 'string' ? { after: endCursor } : undefined;
}
