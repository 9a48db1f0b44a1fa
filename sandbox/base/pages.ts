import { badRequest } from './errors';

/** The part of a query for order and page. Numbers may be text. */
export interface PageQuery {
	page?: number | string;
	limit?: number | string;
	sortBy?: string;
	sortOrder?: 'asc' | 'desc';
}

const textOf = (value: unknown) =>
	typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : '';

/** Missing values come first. */
function compare(one: unknown, other: unknown): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	const [first, second] = [one, other].map(textOf) as [string, string];
	return first < second ? -1 : first > second ? 1 : 0;
}

interface Sizes {
	usual: number;
	most: number;
}

/** @throws {ServiceError} 400 for an invalid number of records */
function sizeOf(asked: number | string | undefined, { usual, most }: Sizes): number {
	const size = Math.floor(Number(asked ?? usual));
	if (!(size >= 1)) throw badRequest('query: a page has one record or more');
	return Math.min(size, most);
}

/**
 * One page of a list with offsets, and its page information as in the API.
 *
 * @param sizes the default and the highest number of records per page
 * @throws {ServiceError} 400 for an invalid size
 */
export function page<T extends object>(
	records: readonly T[],
	{ page: wanted = 1, limit: asked, sortBy, sortOrder = 'asc' }: PageQuery,
	sizes: Sizes,
) {
	const limit = sizeOf(asked, sizes);
	const number = Math.floor(Number(wanted));
	const sorted = [...records];
	if (sortBy !== undefined) {
		const value = (record: T): unknown => Reflect.get(record, sortBy);
		sorted.sort((one, other) => compare(value(one), value(other)));
	}
	if (sortOrder === 'desc') sorted.reverse();
	const start = (number - 1) * limit;
	const total = records.length;
	const meta = { total, page: number, limit, totalPages: Math.ceil(total / limit) };
	return { data: sorted.slice(start, start + limit), meta };
}

/** The part of a query for the place in a list with cursors. A number may be text. */
export interface CursorQuery {
	take?: number | string;
	after?: string;
}

/**
 * One page of a list with cursors, and its page information as in the API. A cursor is the id of a record.
 *
 * @param sizes the default and the highest number of records per page
 * @throws {ServiceError} 400 for a cursor that is no record of the list, and for an invalid size
 */
export function cursorPage<T extends { id: string }>(
	records: readonly T[],
	{ take, after }: CursorQuery,
	sizes: Sizes = { usual: 25, most: 100 },
) {
	const before = records.findIndex(({ id }) => id === after);
	if (after !== undefined && before < 0) throw badRequest('The cursor is unknown.');
	const end = before + 1 + sizeOf(take, sizes);
	const data = records.slice(before + 1, end);
	const meta = {
		hasNextPage: end < records.length,
		hasPreviousPage: before >= 0,
		startCursor: data[0]?.id,
		endCursor: data.at(-1)?.id,
		totalCount: records.length,
	};
	return { data, meta };
}

/** Like {@link cursorPage}, for entries that the API shows as records. Makes only the records of the page. */
export function recordPage<Entry extends { id: string }, Shown>(
	entries: readonly Entry[],
	query: CursorQuery,
	recordOf: (entry: Entry) => Shown,
) {
	const { data, meta } = cursorPage(entries, query);
	return { data: data.map(recordOf), meta };
}

/** The page information of the cursor shape, with the names of the "next" shape. */
export function nextMeta({ totalCount, hasNextPage, endCursor }: ReturnType<typeof cursorPage>['meta']) {
	return { totalCount, hasNextPage, nextCursor: hasNextPage ? (endCursor ?? null) : null };
}
