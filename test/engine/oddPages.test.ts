import type { INodeParameters } from 'n8n-workflow';

import { startReceiver, type Receiver } from '../harness/http/receiver';
import { runNode } from './engine';

/** The body of the page after this many others, in a list of three pages. */
type Page = (before: number) => object;

let receiver: Receiver;
let page: Page;
beforeAll(async () => {
	receiver = await startReceiver(() => ({ body: page(receiver.received.length - 1) }));
});
afterAll(async () => await receiver.stop());
beforeEach(() => void (receiver.received.length = 0));

async function list(parameters: INodeParameters) {
	const { items, error } = await runNode({
		credential: { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) },
		parameters: { returnAll: true, simplify: false, ...parameters },
	});
	return { ids: items.map(({ json }) => json.id), error };
}
const members = { resource: 'member', operation: 'getMany' };
const leaders = { resource: 'member', operation: 'getLeaderboard' };
const record = (before: number) => [{ id: `m${before}` }];

describe('a list with page numbers', () => {
	it('is followed to its last page, though the service calls each page the first', async () => {
		page = (before) => ({ data: record(before), meta: { page: 1, totalPages: 3 } });
		expect(await list(members)).toEqual({ ids: ['m0', 'm1', 'm2'] });
		expect(receiver.received).toHaveLength(3);
	});

	it('whose service ignores the number has each record once', async () => {
		page = () => ({ data: record(0), meta: { page: 1, totalPages: 3 } });
		expect(await list(members)).toEqual({ ids: ['m0'] });
		expect(receiver.received).toHaveLength(2);
	});

	it('continues after an empty page, and ends with the last one', async () => {
		page = (before) => ({
			data: before === 1 ? [] : record(before),
			meta: { page: before + 1, totalPages: 3 },
		});
		expect(await list(members)).toEqual({ ids: ['m0', 'm2'] });
		expect(receiver.received).toHaveLength(3);
	});
});

describe('a list with cursors', () => {
	it('ends where the service says so, though there is another cursor', async () => {
		page = (before) => ({
			data: record(before),
			meta: { hasNextPage: before < 1, nextCursor: `c${before}` },
		});
		expect(await list(leaders)).toEqual({ ids: ['m0', 'm1'] });
		expect(receiver.received).toHaveLength(2);
	});

	it('ends where the service names the same place again', async () => {
		page = (before) => ({ data: record(before), meta: { hasNextPage: true, endCursor: 'c' } });
		expect(await list(leaders)).toEqual({ ids: ['m0', 'm1'] });
		expect(receiver.received).toHaveLength(2);
	});

	it('whose service ignores the cursor has each record once', async () => {
		page = (before) => ({ data: record(0), meta: { hasNextPage: true, endCursor: `c${before}` } });
		expect(await list(leaders)).toEqual({ ids: ['m0'] });
		expect(receiver.received).toHaveLength(2);
	});
});

it('a page that is no list fails the item, because records may be missing', async () => {
	page = (before) =>
		before === 1 ? { message: 'busy' } : { data: record(before), meta: { page: 1, totalPages: 3 } };
	const { ids, error } = await list(members);
	expect(ids).toEqual([]);
	expect(error?.message).toBe('The list is incomplete: the page after page 1 contains no list of records');
});
