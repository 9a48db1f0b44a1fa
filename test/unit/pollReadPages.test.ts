// Falls with nodes/RewardsEngagement/pollTrigger/readPages.ts.

import type { Listed } from '../../nodes/RewardsEngagement/pollTrigger/listPage';
import {
	orderOf,
	pagedPosition,
	readPages,
	type PagedPosition,
} from '../../nodes/RewardsEngagement/pollTrigger/readPages';
import { fakeList, FakeService, lettered, refusal } from './fakeList';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const START: PagedPosition = { done: -1, seen: {}, past: -1 };
const never = (_records: readonly Listed[]) => false;
const idsOf = (records: readonly Listed[]) => records.map(({ id }) => id).join('');

/** Reads, and returns the found IDs with all other results. */
async function read(
	service: FakeService,
	position: Partial<PagedPosition> = {},
	{ list = fakeList, pages = Infinity, isEnough = never } = {},
) {
	const found = await readPages(list, service.reading({}, pages), { ...START, ...position }, isEnough);
	const { records, pages: all, ...rest } = found;
	return { ids: idsOf(records), places: all.map(({ place: { total: _total, ...at } }) => at), ...rest };
}

const oldestFirst = (count = 26) => new FakeService(lettered(ALPHABET.slice(0, count)));
const newestFirst = (count = 26) => {
	const service = oldestFirst(count);
	service.records.reverse();
	return service;
};
const byCursor = (service: FakeService) => Object.assign(service, { paging: 'by cursor' as const });

/** The place in a partly read list. */
const at = (place: object) => ({ unfinished: { place, asked: 0, latest: 0, past: 0 } });

describe('reading', () => {
	it('goes on from page to page to the end of the list', async () => {
		expect(await read(oldestFirst(7))).toEqual({
			ids: 'abcdefg',
			places: [{}, { page: 2 }, { page: 3 }],
			order: 'none',
			isEnd: true,
			after: undefined,
		});
	});

	it('goes on to the end also where the service does not count', async () => {
		const list = { ...fakeList, isCounted: false };
		for (const service of [oldestFirst(7), byCursor(oldestFirst(7))]) {
			expect(await read(service, {}, { list })).toMatchObject({ ids: 'abcdefg', isEnd: true });
		}
	});

	it('has each record once, in its place, as it was last', async () => {
		const service = oldestFirst(7);
		service.beforeAnswer = (number) => {
			if (number === 2) service.records.unshift({ id: 'new', made: 9, time: 77 });
			if (number === 2) service.records[3] = { id: 'c', made: 2_000, time: 99 };
		};
		const found = await readPages(fakeList, service.reading(), START, never);
		expect(idsOf(found.records)).toBe('abcdefg');
		expect(found.records[2]).toMatchObject({ id: 'c', time: 99 });
	});

	it('ends where nothing is listed', async () => {
		expect(await read(new FakeService([]))).toMatchObject({ ids: '', places: [{}], isEnd: true });
	});

	it('ends when it has enough, which is asked after each page', async () => {
		const service = oldestFirst();
		const asked: string[] = [];
		const isEnough = (records: readonly Listed[]) => {
			asked.push(idsOf(records));
			return records.length >= 5;
		};
		expect(await read(service, {}, { isEnough })).toMatchObject({ ids: 'abcdef', isEnd: false });
		expect(asked).toEqual(['abc', 'abcdef']);
	});

	it('ends after the most pages of one poll', async () => {
		const list = { ...fakeList, maxPages: 4 };
		expect(await read(oldestFirst(), {}, { list })).toMatchObject({ ids: 'abcdefghijkl', isEnd: false });
		expect(await read(oldestFirst(12), {}, { list })).toMatchObject({ ids: 'abcdefghijkl', isEnd: true });
	});

	it('ends when the time is over, but not before two pages', async () => {
		for (const [pages, ids] of [
			[0, 'abcdef'],
			[2, 'abcdef'],
			[3, 'abcdefghi'],
		] as const) {
			expect(await read(oldestFirst(), {}, { pages })).toMatchObject({ ids, isEnd: false });
		}
	});

	it('ends with what it has where a page does not come', async () => {
		const service = oldestFirst();
		const failure = refusal(500);
		service.beforeAnswer = (number) => {
			if (number === 2 || number === 5) throw failure;
		};
		expect(await read(service)).toMatchObject({ ids: 'abc', isEnd: false, failure });
		expect(await read(service)).toMatchObject({ ids: 'abcdef', failure });
	});

	it('fails where not even the first page comes', async () => {
		const service = oldestFirst();
		service.beforeAnswer = () => {
			throw refusal(500);
		};
		await expect(read(service)).rejects.toThrow('No');
	});

	it('ends where the service ignores the place', async () => {
		const list = { ...fakeList, isCounted: false, query: () => ({}) };
		const found = { ids: 'abc', isEnd: true };
		expect(await read(byCursor(oldestFirst(7)), {}, { list })).toMatchObject({
			...found,
			places: [{}, { after: 'c' }],
		});
		expect(await read(oldestFirst(7), {}, { list })).toMatchObject({ ...found, places: [{}, { page: 2 }] });
	});

	it('goes on behind a page of a counted list that holds nothing new', async () => {
		const service = oldestFirst(8);
		service.beforeAnswer = (number) => {
			if (number === 2) service.records.unshift(...lettered('xyz', 90));
		};
		expect(await read(service)).toMatchObject({ ids: 'abcdefgh', isEnd: true });
	});

	it('goes on behind a first page without a record', async () => {
		const service = byCursor(oldestFirst(4));
		const list = {
			...fakeList,
			isCounted: false,
			nextPlace: (...given: Parameters<typeof fakeList.nextPlace>) =>
				given[1].after === undefined ? { after: 'a' } : fakeList.nextPlace(...given),
		};
		service.beforeAnswer = (number) => {
			service.size = number === 1 ? 0 : 2;
		};
		expect(await read(service, {}, { list })).toMatchObject({ ids: 'bcd', isEnd: true });
	});
});

describe('a list with the newest first', () => {
	it('is read to what is past', async () => {
		const { ids, order, isEnd } = await read(newestFirst(), { past: 11_000 });
		expect([ids, order, isEnd]).toEqual(['zyxwvutsrqponml', 'descending', true]);
		expect(await read(newestFirst(), { past: 10_999 })).toMatchObject({ ids: 'zyxwvutsrqponmlkji' });
	});

	it('is known by many records, or by the promise of the service', async () => {
		const past = 25_000;
		expect(await read(newestFirst(), { past })).toMatchObject({ ids: 'zyxwvutsrqpo' });
		const list = { ...fakeList, isSorted: true };
		expect(await read(newestFirst(), { past }, { list })).toMatchObject({ ids: 'zyx', isEnd: true });
		expect(await read(new FakeService([]), { past }, { list })).toMatchObject({ order: 'descending' });
	});

	it('is not left at a page without a record', async () => {
		const list = { ...fakeList, isSorted: true, nextPlace: () => ({ page: 2 }) };
		const pages = 2;
		const found = await read(new FakeService([]), { past: 0 }, { list, pages });
		expect(found).toMatchObject({ places: [{}, { page: 2 }], isEnd: false });
	});

	it('begins with its first page every time', async () => {
		const service = byCursor(newestFirst());
		expect(await read(service, { after: 'x' })).toMatchObject({ after: undefined });
	});
});

describe('a list with the oldest first', () => {
	const done = 99_000;

	it('is read from behind the pages whose events are done', async () => {
		const service = byCursor(oldestFirst());
		service.size = 12;
		expect(await read(service, { done })).toMatchObject({ order: 'ascending', after: 'x', isEnd: true });
		service.asked = [];
		expect(await read(service, { done, after: 'x' })).toMatchObject({ ids: 'yz', after: 'x' });
		expect(service.asked).toEqual([{ after: 'x' }]);
	});

	it.each<[string, number | undefined, string | undefined]>([
		['is not done', 11_001, undefined],
		['has not happened', undefined, undefined],
		['is just done', 11_000, 'l'],
	])('is read from the page with an event that %s', async (_what, time, after) => {
		const service = byCursor(oldestFirst());
		service.size = 12;
		service.records[0]!.time = time;
		expect(await read(service, { done: 11_000 })).toMatchObject({ ids: ALPHABET, after });
	});

	it('is not left behind a page before which one is not done', async () => {
		const service = byCursor(oldestFirst());
		service.size = 12;
		service.records[0]!.time = 100_000;
		expect(await read(service, { done })).toMatchObject({ after: undefined });
		expect(await read(service, { done, ...at({ after: 'l' }) })).toMatchObject({
			ids: ALPHABET.slice(12),
			after: undefined,
		});
	});

	it('is left where the pages of several polls are done', async () => {
		const service = byCursor(oldestFirst());
		service.size = 12;
		const list = { ...fakeList, maxPages: 1 };
		// The last page of a poll is read again, and only then counts.
		expect(await read(service, { done }, { list })).toMatchObject({ ids: 'abcdefghijkl', after: undefined });
		service.size = 11;
		expect(await read(service, { done, after: 'b', ...at({ after: 'b' }) })).toMatchObject({
			ids: 'cdefghijklmnopqrstuvwxyz',
			after: 'x',
		});
	});

	it('is read from its first page where it has no order, or no cursor', async () => {
		const service = byCursor(oldestFirst());
		service.size = 12;
		service.records.unshift({ id: 'late', made: 99_000, time: 99_000 });
		expect(await read(service, { done })).toMatchObject({ order: 'none', after: undefined });
		const numbered = oldestFirst();
		numbered.size = 12;
		expect(await read(numbered, { done })).toMatchObject({ order: 'ascending', after: undefined });
	});

	it('has nothing done at first, and nothing past', async () => {
		for (const service of [byCursor(oldestFirst()), byCursor(newestFirst())]) {
			service.size = 12;
			expect(await readPages(fakeList, service.reading(), {}, never)).toMatchObject({
				records: { length: 26 },
				after: undefined,
			});
		}
	});

	it('is read from its first page where its cursor is gone', async () => {
		const service = byCursor(oldestFirst(5));
		expect(await read(service, { done, after: 'gone' })).toMatchObject({ ids: 'abcde', after: undefined });
		expect(service.asked).toEqual([{ after: 'gone' }, {}, { after: 'c' }]);
	});
});

it('a list that is read in part is read on from its place, whatever else is known', async () => {
	const service = byCursor(oldestFirst(9));
	expect(await read(service, { after: 'a', ...at({ after: 'e' }) })).toMatchObject({
		ids: 'fghi',
		after: 'a',
	});
	expect(service.asked).toEqual([{ after: 'e' }, { after: 'h' }]);
	const numbered = oldestFirst(9);
	expect(await read(numbered, at({ page: 3, total: 9 }))).toMatchObject({ ids: 'ghi' });
});

describe('the order of a list', () => {
	const order = (...times: number[]) =>
		orderOf(times.map((made, index) => ({ id: `${index}`, record: {}, made, time: undefined })));
	const up = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

	it('shows in ten steps of one direction, between which some may stand still', () => {
		expect(order(...up)).toBe('ascending');
		expect(order(...up, 10, 10)).toBe('ascending');
		expect(order(...[...up].reverse())).toBe('descending');
		expect(order(10, 10, ...[...up].reverse())).toBe('descending');
	});

	it('does not show in fewer, or where one goes back', () => {
		expect(order()).toBe('none');
		expect(order(...up.slice(1))).toBe('none');
		expect(order(...up.slice(1), 10, 10, 10)).toBe('none');
		expect(order(...up, 9)).toBe('none');
		expect(order(...[...up].reverse(), 1)).toBe('none');
	});
});

it.each([
	[{ done: 1, seen: {} }],
	[{ past: 1, seen: {} }],
	[{ ...START, after: 1 }],
	[{ ...START, unfinished: {} }],
	[{ ...START, unfinished: { ...at({}).unfinished, place: undefined } }],
	[{ ...START, unfinished: { ...at({}).unfinished, asked: undefined } }],
	[{ ...START, unfinished: { ...at({}).unfinished, latest: undefined } }],
	[{ ...START, unfinished: { ...at({}).unfinished, past: undefined } }],
	[{ ...START, unfinished: { ...at({}).unfinished, until: 'x' } }],
	[{ ...START, unfinished: { ...at({}).unfinished, place: 'x' } }],
])('takes %j for no position', (position) => {
	expect(pagedPosition.safeParse(position).success).toBe(false);
	const whole = { ...START, after: 'a', unfinished: { ...at({ page: 2 }).unfinished, until: 3 } };
	expect(pagedPosition.parse(whole)).toEqual(whole);
});
