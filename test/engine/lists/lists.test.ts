import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { runNode } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { startReceiver, type Receiver } from '../../harness/http/receiver';

/** How many records a list has. */
const RECORDS = 250;

/** The service has IDs of this form. */
const ID = 'a'.repeat(24);

/** An operation with each way to ask for pages. */
const lists = {
	page: { resource: 'currency', operation: 'getMany' },
	after: { resource: 'member', operation: 'getLeaderboard' },
	cursor: { resource: 'wallet', operation: 'getNfts', walletAddress: '0xabc' },
	from: { resource: 'app', operation: 'getAuthorizedRealms', appId: ID },
	inferred: { resource: 'activation', operation: 'getMany' },
	none: { resource: 'webhook', operation: 'getMany' },
} satisfies Record<string, INodeParameters>;
type Kind = keyof typeof lists;

type Meta = (at: { start: number; end: number; size: number }) => IDataObject | undefined;

const offset: Meta = ({ start, size }) => ({
	total: RECORDS,
	page: start / size + 1,
	limit: size,
	totalPages: Math.ceil(RECORDS / size),
});
const cursor: Meta = ({ start, end }) => ({
	hasNextPage: end < RECORDS,
	hasPreviousPage: start > 0,
	startCursor: `c${start}`,
	endCursor: `c${end}`,
});
const next: Meta = ({ end }) => ({
	hasNextPage: end < RECORDS,
	nextCursor: end < RECORDS ? `c${end}` : null,
});

let server: HttpServer;
let meta: Meta;
/** The service's largest page, regardless of the requested size. */
let largest: number;

beforeAll(async () => {
	server = await startHttpServer(({ url }, response) => {
		const { searchParams } = new URL(url!, 'http://localhost');
		const asked = Number(searchParams.get('limit') ?? searchParams.get('take') ?? RECORDS);
		const size = Math.min(asked, largest);
		const place = ['after', 'cursor', 'from'].map((name) => searchParams.get(name)).find(Boolean);
		const start = place ? Number(place.slice(1)) : (Number(searchParams.get('page') ?? 1) - 1) * size;
		const end = Math.min(start + size, RECORDS);
		const data = Array.from({ length: Math.max(0, end - start) }, (_none, index) => ({ id: start + index }));
		response
			.setHeader('content-type', 'application/json')
			.end(JSON.stringify({ data, meta: meta({ start, end, size }) }));
	});
});
beforeEach(async () => {
	await server.move();
	server.requests.length = 0;
	largest = RECORDS;
});
afterAll(async () => await server.stop());

async function run(kind: Kind, parameters: INodeParameters, input?: IDataObject[]) {
	const credential = { baseUrl: server.url, apiKey: 'a key', realmId: ID };
	const own = { ...lists[kind], simplify: false, ...parameters };
	const { items, error } = await runNode({ credential, parameters: own, input });
	if (error) throw new Error(error.message);
	return items.map(({ json }) => json);
}

/** The queries of the requests, in order. */
const asked = () => server.requests.map((line) => line.replace(/^GET [^?]*\??/, ''));
const upTo = (count: number) => Array.from({ length: count }, (_none, id) => ({ id }));

describe.each<[string, Kind, Meta, { one: string[]; some: string[]; all: string[] }]>([
	[
		'page numbers',
		'page',
		offset,
		{
			one: ['limit=7'],
			some: ['limit=100', 'limit=100&page=2'],
			all: ['limit=100', 'limit=100&page=2', 'limit=100&page=3'],
		},
	],
	[
		'take and after',
		'after',
		cursor,
		{
			one: ['take=7'],
			some: ['take=100', 'take=50&after=c100'],
			all: ['take=100', 'take=100&after=c100', 'take=100&after=c200'],
		},
	],
	[
		'from and take',
		'from',
		next,
		{
			one: ['take=7'],
			some: ['take=100', 'take=50&from=c100'],
			all: ['take=100', 'take=100&from=c100', 'take=100&from=c200'],
		},
	],
])('a list with %s', (_words, name, itsMeta, { one, some, all }) => {
	beforeEach(() => (meta = itsMeta));

	it('asks one page of seven for a limit of 7', async () => {
		expect(await run(name, { limit: 7 })).toEqual(upTo(7));
		expect(asked()).toEqual(one);
	});

	it('asks no more pages than a limit of 150 needs', async () => {
		expect(await run(name, { limit: 150 })).toEqual(upTo(150));
		expect(asked()).toEqual(some);
	});

	it.each([
		['all', { returnAll: true }],
		['a limit of all there are', { limit: RECORDS }],
		['more than there are', { limit: 1000 }],
	])('asks three pages for %s', async (_what, parameters) => {
		expect(await run(name, parameters)).toEqual(upTo(RECORDS));
		expect(asked()).toHaveLength(all.length);
		if ('returnAll' in parameters) expect(asked()).toEqual(all);
	});

	it('goes on where the service gives shorter pages than asked for', async () => {
		largest = 40;
		expect(await run(name, { limit: 100 })).toEqual(upTo(100));
		expect(asked()).toHaveLength(3);
	});

	it('gives pages whole, as many as hold the limit', async () => {
		const pages = await run(name, { limit: 7, additionalFields: { fullResponse: true } });
		expect(pages).toEqual([{ data: upTo(7), meta: expect.anything() }]);
		largest = 5;
		const short = await run(name, { limit: 7, additionalFields: { fullResponse: true } });
		expect(short.map(({ data }) => (data as unknown[]).length)).toEqual([5, expect.any(Number)]);
	});
});

it('the last page of cursors is no longer than what is left of the limit', async () => {
	meta = cursor;
	expect(await run('cursor', { limit: 230 })).toEqual(upTo(230));
	expect(asked()).toEqual(['limit=100', 'limit=100&cursor=c100', 'limit=30&cursor=c200']);
});

it.each<[string, Meta]>([
	['cursors', cursor],
	['next cursors', next],
])('a cursor goes where the list takes it, also when the answer has %s', async (_what, itsMeta) => {
	meta = itsMeta;
	await run('from', { limit: 101 });
	expect(asked()).toEqual(['take=100', 'take=1&from=c100']);
});

describe('a list whose paging is inferred', () => {
	beforeEach(() => {
		meta = cursor;
		largest = 100;
	});

	it('is requested without paging when the first page is enough', async () => {
		expect(await run('inferred', { limit: 7 })).toEqual(upTo(7));
		expect(await run('inferred', { limit: 100 })).toEqual(upTo(100));
		expect(asked()).toEqual(['', '']);
	});

	it('is asked for pages once the service says that there are more', async () => {
		expect(await run('inferred', { limit: 130 })).toEqual(upTo(130));
		expect(await run('inferred', { returnAll: true })).toEqual(upTo(RECORDS));
		expect(asked()).toEqual(['', 'after=c100&take=30', '', 'after=c100&take=100', 'after=c200&take=100']);
	});

	it('keeps to the length of the first page, where the service counts pages', async () => {
		meta = offset;
		expect(await run('inferred', { returnAll: true })).toEqual(upTo(RECORDS));
		expect(asked()).toEqual(['', 'page=2', 'page=3']);
	});
});

describe('a list that is not known to have pages', () => {
	beforeEach(() => (meta = () => undefined));

	it('is requested without paging, and cut', async () => {
		expect(await run('none', { limit: 7 })).toEqual(upTo(7));
		expect(await run('none', {})).toEqual(upTo(50));
		expect(await run('none', { returnAll: true })).toEqual(upTo(RECORDS));
		expect(asked()).toEqual(['', '', '']);
	});

	it('gives its answer whole', async () => {
		const [whole] = await run('none', { limit: 7, additionalFields: { fullResponse: true } });
		expect(whole).toEqual({ data: upTo(RECORDS) });
	});

	it('is followed when the response names the next page', async () => {
		meta = cursor;
		largest = 30;
		expect(await run('none', { limit: 70 })).toEqual(upTo(70));
		expect(asked()).toEqual(['', 'after=c30', 'after=c60']);
	});

	it('gives each item as many as it wants, also of one answer', async () => {
		const input = [{ limit: 2 }, { limit: 3 }, { limit: 2 }];
		const ids = (await run('none', { limit: '={{ $json.limit }}' }, input)).map(({ id }) => id);
		expect(ids).toEqual([0, 1, 0, 1, 2, 0, 1]);
	});
});

it('a limit of zero is refused before any request', async () => {
	meta = offset;
	await expect(run('page', { limit: 0 })).rejects.toThrow('"Limit" must be a whole number');
	await expect(run('page', { limit: '={{ $json.none }}' })).rejects.toThrow(
		'"Limit" is an expression that returned no value',
	);
	expect(asked()).toEqual([]);
});

it("Return All and Limit have n8n's texts in the panel", () => {
	const { properties } = new RewardsEngagement().description;
	const named = (name: string) => properties.filter((property) => property.name === name);
	const [all, most] = [named('returnAll'), named('limit')];
	expect(all.length).toBeGreaterThan(0);
	expect(most).toHaveLength(all.length);
	for (const one of all) {
		expect(one).toMatchObject({ displayName: 'Return All', type: 'boolean', default: false });
	}
	for (const one of most) {
		expect(one).toMatchObject({
			displayName: 'Limit',
			type: 'number',
			default: 50,
			typeOptions: { minValue: 1 },
			displayOptions: { show: { returnAll: [false] } },
		});
	}
	expect([...all, ...most].map(({ required }) => required)).not.toContain(true);
});

describe('a service that pages in an odd way', () => {
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
});

describe('reads in one run', () => {
	let receiver: Receiver;
	beforeAll(async () => {
		receiver = await startReceiver(({ path }) => ({ body: { data: [{ id: path }, { id: 'second' }] } }));
	});
	afterAll(async () => await receiver.stop());
	beforeEach(() => void (receiver.received.length = 0));

	const read = async (parameters: INodeParameters, input: IDataObject[]) => {
		const { items, error } = await runNode({
			credential: { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) },
			parameters,
			input,
		});
		expect(error).toBeUndefined();
		return input.map((_one, item) =>
			items
				.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item)
				.map(({ json }) => json),
		);
	};

	it('reads that ask the same give each item what it wants: the whole response, or its records', async () => {
		const parameters = {
			resource: 'webhook',
			operation: 'getMany',
			additionalFields: { fullResponse: '={{ $json.isWhole }}' },
		};
		const [whole, records] = await read(parameters, [{ isWhole: true }, { isWhole: false }]);
		expect(whole).toEqual([{ data: [expect.anything(), { id: 'second' }] }]);
		expect(records).toEqual([expect.anything(), { id: 'second' }]);
	});

	it('reads of another realm are sent by themselves', async () => {
		const parameters = { resource: 'webhook', operation: 'getMany', realmId: '={{ $json.realm }}' };
		const realms = ['b', 'c'].map((letter) => letter.repeat(24));
		const lists = await read(
			parameters,
			[...realms, ...realms].map((realm) => ({ realm })),
		);
		expect(lists.map(([first]) => first?.id)).toEqual(
			[...realms, ...realms].map((realm) => expect.stringContaining(realm) as unknown),
		);
		expect(receiver.received).toHaveLength(2);
	});
});
