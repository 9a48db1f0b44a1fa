import { nextPage } from '../../nodes/RewardsEngagement/api/paging';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';

const request: ApiRequest = { method: 'GET', path: path`/list`, query: { type: 'email' } };
const data = [{ id: '1' }];

it.each<[string, unknown, object | undefined]>([
	['a page number', { data, meta: { page: 1, totalPages: 3 } }, { type: 'email', page: 2 }],
	['the last page number', { data, meta: { page: 3, totalPages: 3 } }, undefined],
	['a cursor', { data, meta: { hasNextPage: true, endCursor: 'x' } }, { type: 'email', after: 'x' }],
	['a cursor at the end', { data, meta: { hasNextPage: false, endCursor: 'x' } }, undefined],
	['a next cursor', { data, meta: { hasNextPage: true, nextCursor: 'y' } }, { type: 'email', cursor: 'y' }],
	['no word about pages', { data }, undefined],
	['a page without elements', { data: [], meta: { page: 1, totalPages: 3 } }, undefined],
	['something else than a list', 'no', undefined],
])('%s: %j leads on to %j', (_what, body, query) => {
	expect(nextPage(request, body)?.query).toEqual(query);
});

it('stops when the service names the same place again', () => {
	const body = { data, meta: { hasNextPage: true, nextCursor: 'y' } };
	expect(nextPage(nextPage(request, body)!, body)).toBeUndefined();
});
