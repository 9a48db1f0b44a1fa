import { isRecord } from './json';
import type { ApiRequest } from './request';

/**
 * The request for the page after `body`, or `undefined` when this was the last one, when the user asked for one page,
 * or when the answer says nothing about pages. The service has three shapes of `meta`: a cursor with `after`, a page
 * number with `page`, and a next cursor with `cursor`.
 */
export function nextPage(request: ApiRequest, body: unknown): ApiRequest | undefined {
	const { page: chosenPage, limit: chosenLimit } = request.query ?? {};
	const isFollowUp = PAGING.has(request);
	if (!isFollowUp && (chosenPage !== undefined || chosenLimit !== undefined)) return undefined;
	if (!isRecord(body) || !isRecord(body.meta) || !Array.isArray(body.data) || body.data.length === 0)
		return undefined;

	const place = nextPlace(body.meta);
	if (!place || Object.entries(place).every(([name, value]) => request.query?.[name] === value))
		return undefined;
	const next: ApiRequest = { ...request, query: { ...request.query, ...place } };
	PAGING.add(next);
	return next;
}

/** Requests that came from here, whose page was not chosen by the user. */
const PAGING = new WeakSet<ApiRequest>();

function nextPlace(meta: Record<string, unknown>): Record<string, string | number> | undefined {
	const { page, totalPages, hasNextPage, endCursor, nextCursor } = meta;
	if (typeof page === 'number' && typeof totalPages === 'number') {
		return page < totalPages ? { page: page + 1 } : undefined;
	}
	if (hasNextPage !== true) return undefined;
	if (typeof nextCursor === 'string') return { cursor: nextCursor };
	return typeof endCursor === 'string' ? { after: endCursor } : undefined;
}
