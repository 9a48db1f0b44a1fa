import { firstPage, PageTrail, wholeNumber } from '../../nodes/RewardsEngagement/api/paging';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';

const request: OperationRequest = {
	method: 'GET',
	path: path`/list`,
	query: { type: 'email' },
	policy: { effect: 'read' },
};
const data = [{ id: '1' }];

it.each<[string, unknown, object | undefined]>([
	['a page number', { data, meta: { page: 1, totalPages: 3 } }, { type: 'email', page: 2 }],
	['a page number as text', { data, meta: { page: '1', totalPages: '3' } }, { type: 'email', page: 2 }],
	['the last page number', { data, meta: { page: 3, totalPages: 3 } }, undefined],
	['a cursor', { data, meta: { hasNextPage: true, endCursor: 'x' } }, { type: 'email', after: 'x' }],
	['a cursor at the end', { data, meta: { hasNextPage: false, endCursor: 'x' } }, undefined],
	['a next cursor', { data, meta: { hasNextPage: true, nextCursor: 'y' } }, { type: 'email', cursor: 'y' }],
	['a next cursor alone', { data, meta: { nextCursor: 'y' } }, { type: 'email', cursor: 'y' }],
	['a next cursor that is a number', { data, meta: { nextCursor: 7 } }, { type: 'email', cursor: 7 }],
	[
		'a next cursor and a total',
		{ data, meta: { totalPages: 3, nextCursor: 'y' } },
		{ type: 'email', cursor: 'y' },
	],
	['a next cursor at the end', { data, meta: { hasNextPage: 'false', nextCursor: 'y' } }, undefined],
	['no next cursor', { data, meta: { nextCursor: null } }, undefined],
	['an empty next cursor', { data, meta: { hasNextPage: true, nextCursor: '' } }, undefined],
	['no word about pages', { data }, undefined],
	['a page without elements', { data: [], meta: { page: 1, totalPages: 3 } }, { type: 'email', page: 2 }],
	['something else than a list', 'no', undefined],
	['nothing at all', null, undefined],
	['a list that is nothing', { data: null, meta: { page: 1, totalPages: 3 } }, { type: 'email', page: 2 }],
	['nothing, with no word about pages', { data: null }, undefined],
	['something else than a list, with pages', { data: 'no', meta: { page: 1, totalPages: 3 } }, undefined],
])('%s: %j leads on to %j', (_what, body, query) => {
	expect(new PageTrail(request).take(body)).toEqual({
		isNew: true,
		...(query && { next: { ...request, query } }),
	});
});

it('pages that are nothing are pages without records, one as new as the other', () => {
	const trail = new PageTrail(request);
	expect(trail.take({ data: null, meta: { page: 1, totalPages: 9 } }).isNew).toBe(true);
	expect(trail.take({ data: null, meta: { page: 2, totalPages: 9 } })).toMatchObject({
		isNew: true,
		next: {},
	});
});

it('a page that holds no list of records breaks a list off that has begun', () => {
	const trail = new PageTrail(request);
	trail.take({ data, meta: { page: 1, totalPages: 3 } });
	const problem = {
		message: 'The list is incomplete: the page after page 1 contains no list of records',
		advice: 'Run it again. If this keeps happening, ask the operator of the service.',
		outcome: 'notApplied',
	};
	for (const body of ['no', null, { data: null }, { error: 'no' }]) {
		expect(() => trail.take(body)).toThrow(expect.objectContaining({ told: problem }) as Error);
	}
});

it.each<[unknown, number | undefined]>([
	[5, 5],
	['5', 5],
	['-5', undefined],
	['5.0', undefined],
	['0x10', undefined],
	['x5', undefined],
	['5x', undefined],
	[5.5, undefined],
	[2 ** 53, undefined],
	[[5], undefined],
	[null, undefined],
])('the count %j is %j', (value, count) => {
	expect(wholeNumber(value)).toBe(count);
});

it.each([{ page: 1 }, { limit: 5 }])('a request for %j is one page', (query) => {
	const trail = new PageTrail({ ...request, query });
	expect(trail.take({ data, meta: { page: 1, totalPages: 3 } }).next).toBeUndefined();
});

/** Reads a list with the pages `pageAt(index)`, and returns the result. */
function walk(pageAt: (index: number) => { data: unknown[]; meta: object }, maxPages?: number): unknown[] {
	const trail = new PageTrail(request, maxPages);
	const taken: unknown[] = [];
	for (let index = 0; ; index++) {
		if (index > 20_000) throw new Error('It never ends');
		const body = pageAt(index);
		const page = trail.take(body);
		if (page.isNew) taken.push(...body.data);
		if (!page.next) return taken;
	}
}

it('ends when the service leads in a circle, with every record once', () => {
	const cursors = ['a', 'b', 'c'];
	const page = (index: number) => ({
		data: [index],
		meta: { hasNextPage: true, nextCursor: cursors[index % 3] },
	});
	expect(walk(page)).toEqual([0, 1, 2, 3]);
});

it('gives the records once when the service answers the first page again, whatever it says of pages', () => {
	const again = (meta: (index: number) => object) => walk((index) => ({ data, meta: meta(index) }));
	expect(again(() => ({ page: 1, totalPages: 3 }))).toEqual(data);
	expect(again((index) => ({ page: index + 1, totalPages: index + 2 }))).toEqual(data);
	expect(again((index) => ({ hasNextPage: true, endCursor: `c${index}` }))).toEqual(data);
});

it('knows a page that came before by its ids, whatever else of it changed', () => {
	const seen = (index: number) => ({
		data: [
			{ id: 'a', lastSeen: index },
			{ id: 'b', lastSeen: index },
		],
		meta: { page: index + 1, totalPages: 3 },
	});
	expect(walk(seen)).toEqual(seen(0).data);
	// Without ids, or with one id for all, each page counts unchanged.
	const of = (id: unknown) =>
		walk((index) => ({
			data: [
				{ id, index },
				{ id, index },
			],
			meta: seen(index).meta,
		}));
	expect([of(undefined).length, of(0).length]).toEqual([6, 6]);
	const half = walk((index) => ({ data: [{ id: 'a', index }, { index }], meta: seen(index).meta }));
	expect(half).toHaveLength(6);
});

it('goes through all pages of a service that says of each that it is the first', () => {
	const page = (index: number) => ({ data: [index], meta: { page: 1, totalPages: 4 } });
	expect(walk(page)).toEqual([0, 1, 2, 3]);
	const more = (index: number) => ({ data: [index], meta: { page: 0, hasNextPage: index < 3 } });
	expect(walk(more)).toEqual([0, 1, 2, 3]);
	expect(walk((index) => ({ data, meta: { page: 1, totalPages: index + 9 } }))).toEqual(data);
});

it('goes on behind an empty page, and says so when only empty ones follow', () => {
	const meta = (index: number) => ({ hasNextPage: index < 3, nextCursor: `c${index}` });
	const page = (index: number) => ({ data: index % 2 ? [] : [index], meta: meta(index) });
	expect(walk(page)).toEqual([0, 2]);
	expect(() => walk((index) => ({ data: [], meta: { nextCursor: index } }))).toThrow(
		'The list did not end after 100 pages with 0 records',
	);
});

it('says how far it came when there is no end', () => {
	const growing = (index: number) => ({ data: [index], meta: { page: index + 1, totalPages: index + 2 } });
	expect(() => walk(growing)).toThrow('did not end after 10000 pages with 10000 records');
	expect(() => walk(growing, 200)).toThrow('did not end after 200 pages with 200 records');
});

it.each<[string, object, object | undefined]>([
	['a page of several digits as text', { page: '11', totalPages: '12' }, { type: 'email', page: 12 }],
	['a page without a total and without a word of a next one', { page: 1 }, undefined],
	['a next page that is null', { hasNextPage: null, endCursor: 'x' }, undefined],
	[
		'a next page that is said as text',
		{ hasNextPage: 'true', endCursor: 'x' },
		{ type: 'email', after: 'x' },
	],
	['a next page that is said in another word', { hasNextPage: 'yes', endCursor: 'x' }, undefined],
])('%s leads on to %j', (_what, meta, query) => {
	const { next } = new PageTrail(request).take({ data, meta });
	expect(next?.query).toEqual(query);
});

it('a list without end says how far it came, that nothing was changed, and what to do', () => {
	let thrown: unknown;
	try {
		walk((index) => ({ data: [{ index }], meta: { page: index + 1, totalPages: index + 5 } }), 3);
	} catch (error) {
		thrown = error;
	}
	expect((thrown as { told?: object }).told).toMatchObject({
		outcome: 'notApplied',
		advice: expect.stringContaining('Set "Limit" or "Page"'),
	});
});

describe('a list of which no more than a number is wanted', () => {
	const byPage = { pagination: { place: 'page', size: 'limit', maximum: 4 } } as const;
	const byCursor = { pagination: { place: 'after', size: 'take', maximum: 4 } } as const;
	const two = [{ id: 'a' }, { id: 'b' }];
	const next = { hasNextPage: true, endCursor: 'c', nextCursor: undefined };

	it('asks for no larger page than the service gives, nor than is wanted', () => {
		expect(firstPage(request, { ...byCursor, maxRecords: 3 })).toMatchObject({
			query: { type: 'email', take: 3 },
		});
		expect(firstPage(request, { ...byCursor, maxRecords: 9 }).query).toEqual({ type: 'email', take: 4 });
		expect(firstPage(request, byPage).query).toEqual({ type: 'email', limit: 4 });
		expect(firstPage(request, { maxRecords: 3 }).query).toEqual({ type: 'email' });
	});

	it('asks behind a cursor for what is left, and by number for pages of one size', () => {
		const ask = (listing: object, meta: object) =>
			new PageTrail({ ...request, listing }).take({ data: two, meta }).next?.query;
		expect(ask({ ...byCursor, maxRecords: 3 }, next)).toEqual({ type: 'email', after: 'c', take: 1 });
		expect(ask({ ...byPage, maxRecords: 3 }, { page: 1, totalPages: 5 })).toEqual({
			type: 'email',
			page: 2,
			limit: 3,
		});
		expect(ask({ maxRecords: 3 }, next)).toEqual({ type: 'email', after: 'c' });
	});

	it('says nothing of pages on the first request where paging is inferred, nor by number later', () => {
		const pagination = { ...byCursor.pagination, isInferred: true } as const;
		expect(firstPage(request, { pagination, maxRecords: 3 }).query).toEqual({ type: 'email' });
		const ask = (meta: object) =>
			new PageTrail({ ...request, listing: { pagination, maxRecords: 3 } }).take({ data: two, meta }).next
				?.query;
		expect(ask(next)).toEqual({ type: 'email', after: 'c', take: 1 });
		expect(ask({ page: 1, totalPages: 5 })).toEqual({ type: 'email', page: 2 });
	});

	it('ends once that many are there', () => {
		const ask = (maxRecords: number) =>
			new PageTrail({ ...request, listing: { ...byCursor, maxRecords } }).take({ data: two, meta: next });
		expect(ask(1)).toEqual({ isNew: true });
		expect(ask(2)).toEqual({ isNew: true });
		expect(ask(3).next).toBeDefined();
	});

	it('names the place as the operation declares it, where the service has a cursor', () => {
		const ask = (place: 'page' | 'from', meta: object) =>
			new PageTrail({ ...request, listing: { pagination: { place, size: 'take' } } }).take({
				data: two,
				meta,
			}).next?.query;
		expect(ask('from', { nextCursor: 'c' })).toMatchObject({ from: 'c' });
		expect(ask('from', next)).toMatchObject({ from: 'c' });
		expect(ask('page', { nextCursor: 'c' })).toMatchObject({ cursor: 'c' });
		expect(ask('page', next)).toMatchObject({ after: 'c' });
	});
});
