import { badRequest } from './errors';

/** What a query says of order and place; numbers may be text. */
export interface PageQuery {
	page?: number | string;
	limit?: number | string;
	sortBy?: string;
	sortOrder?: 'asc' | 'desc';
}

const textOf = (value: unknown) =>
	typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : '';

/** Values that are not there come first. */
function compare(one: unknown, other: unknown): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	const [first, second] = [one, other].map(textOf) as [string, string];
	return first < second ? -1 : first > second ? 1 : 0;
}

interface Sizes {
	usual: number;
	most: number;
}

/** @throws {ServiceError} 400 for what is no number of records */
function sizeOf(asked: number | string | undefined, { usual, most }: Sizes): number {
	const size = Math.floor(Number(asked ?? usual));
	if (!(size >= 1)) throw badRequest('query: a page has one record or more');
	return Math.min(size, most);
}

/**
 * One page of a list, and what the API says about the pages: the offset shape.
 * @param sizes how many records a page has unless the query says so, and at the most
 * @throws {ServiceError} 400 for a size that is none
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

/** What a query says of the place in a list with cursors; a number may be text. */
export interface CursorQuery {
	take?: number | string;
	after?: string;
}

/**
 * One page of a list, and what the API says about the pages: the cursor shape. A cursor is the id of a record.
 * @param sizes how many records a page has unless the query says so, and at the most
 * @throws {ServiceError} 400 for a cursor that is no record of the list, and for a size that is none
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

/** What the cursor shape says, in the words of the next shape. */
export function nextMeta({ totalCount, hasNextPage, endCursor }: ReturnType<typeof cursorPage>['meta']) {
	return { totalCount, hasNextPage, nextCursor: hasNextPage ? (endCursor ?? null) : null };
}
