// Falls with nodes/RewardsEngagement/pollTrigger/listPage.ts.

import { place, readPage, readPageAgain } from '../../nodes/RewardsEngagement/pollTrigger/listPage';
import { fakeList, FakeService, lettered, refusal } from './fakeList';

const ids = ({ records }: Awaited<ReturnType<typeof readPage>>) => records.map(({ id }) => id).join('');

describe('a page', () => {
	it('holds its records in order, with when they were made and when their event happened', async () => {
		const records = [
			{ id: 'a', made: 7, time: '1970-01-01T00:00:00.009Z' },
			{ id: 'b', made: '1970-01-01T00:00:00.005Z' },
		];
		const page = await readPage(fakeList, new FakeService(records).reading(), {});
		expect(page).toEqual({
			records: [
				{ id: 'a', record: records[0], made: 7, time: 9 },
				{ id: 'b', record: records[1], made: 5, time: undefined },
			],
			place: { total: 2 },
			next: undefined,
			asked: 1_000_000,
		});
	});

	it('says where the next one is, and how many records there were', async () => {
		const service = new FakeService(lettered('abcdefg'));
		const page = await readPage(fakeList, service.reading(), { page: 2, total: 7 });
		expect([ids(page), page.place, page.next]).toEqual(['def', { page: 2, total: 7 }, { page: 3, total: 7 }]);
		service.paging = 'by cursor';
		service.counts = false;
		expect(await readPage(fakeList, service.reading(), { after: 'c' })).toMatchObject({
			place: { after: 'c' },
			next: { after: 'f' },
		});
	});

	it('is asked for with what every request of the list has', async () => {
		const service = new FakeService([]);
		const list = {
			...fakeList,
			request: (realmId: string) => ({ query: { sortBy: realmId, page: 9 } }) as never,
			nextPlace: jest.fn(),
		};
		await readPage(list, service.reading({ realmId: 'r7' }), { page: 2 });
		expect(service.asked).toEqual([{ sortBy: 'r7', page: 2 }]);
		expect(list.nextPlace.mock.calls).toEqual([[{ limit: 3, total: 0 }, { page: 2 }, 0]]);
	});

	it('is of our own time where the service does not say when it answered', async () => {
		const reading = new FakeService([]).reading();
		const send = async () => await Promise.resolve({ headers: {}, body: { data: [] } });
		const before = Date.now();
		const { asked } = await readPage(fakeList, { ...reading, client: { send } } as never, {});
		expect(asked).toBeGreaterThanOrEqual(before);
		expect(asked).toBeLessThanOrEqual(Date.now());
	});

	it.each([[undefined], ['soon'], [null]])('cannot be read with a record made at %p', async (made) => {
		const service = new FakeService([...lettered('a'), { id: 'b', made }]);
		await expect(readPage(fakeList, service.reading(), {})).rejects.toThrow(
			'The service returned an unexpected list: it does not say when all letters were written',
		);
	});

	it('of a sorted list has the newest first, and may have several of one time', async () => {
		const sorted = { ...fakeList, isSorted: true };
		const service = new FakeService(lettered('ab', 1));
		await expect(readPage(sorted, service.reading(), {})).rejects.toThrow(
			'unexpected list: the service does not sort the letters by when they were written',
		);
		service.records.push({ id: 'c', made: 2_000 });
		service.records.shift();
		expect(ids(await readPage(sorted, service.reading(), {}))).toBe('bc');
	});
});

describe('a page with a number', () => {
	/** Requests a page after records at the beginning of the list were removed. */
	async function pageWithout(gone: number, page: number, total: number, size = 3) {
		const service = new FakeService(lettered('abcdefghijklm').slice(gone));
		service.size = size;
		const read = await readPage(fakeList, service.reading(), { page, total });
		return [ids(read), service.asked, read.place];
	}

	it('is read where it was while no record is gone, also where some are new', async () => {
		expect(await pageWithout(0, 4, 13)).toEqual(['jkl', [{ page: 4 }], { page: 4, total: 13 }]);
		expect(await pageWithout(0, 4, 12)).toEqual(['jkl', [{ page: 4 }], { page: 4, total: 13 }]);
	});

	it('is read as much further up as records are gone', async () => {
		expect(await pageWithout(1, 4, 13)).toEqual(['hij', [{ page: 4 }, { page: 3 }], { page: 3, total: 12 }]);
		expect(await pageWithout(3, 4, 13)).toEqual(['jkl', [{ page: 4 }, { page: 3 }], { page: 3, total: 10 }]);
		expect(await pageWithout(4, 4, 13)).toEqual(['hij', [{ page: 4 }, { page: 2 }], { page: 2, total: 9 }]);
	});

	it('is the first where so many are gone', async () => {
		expect(await pageWithout(9, 4, 13)).toEqual(['jkl', [{ page: 4 }, {}], { total: 4 }]);
		expect(await pageWithout(12, 2, 13)).toEqual(['m', [{ page: 2 }, {}], { total: 1 }]);
	});

	it('is searched for as long as records go meanwhile', async () => {
		const service = new FakeService(lettered('abcdefghijklm'));
		service.beforeAnswer = (number) => {
			if (number <= 2) service.records.shift();
		};
		const page = await readPage(fakeList, service.reading(), { page: 4, total: 13 });
		expect([ids(page), service.asked]).toEqual(['fgh', [{ page: 4 }, { page: 3 }, { page: 2 }]]);
	});

	it('is taken for one of a hundred records where the service does not say', async () => {
		const service = new FakeService([]);
		const send = async ({ query }: { query: object }) => {
			service.asked.push(query);
			return await Promise.resolve({ headers: {}, body: { data: [], meta: { total: 399 } } });
		};
		const reading = { ...service.reading(), client: { send } } as never;
		await readPage(fakeList, reading, { page: 5, total: 500 });
		expect(service.asked).toMatchObject([{ page: 5 }, { page: 3 }]);
	});

	it('is read where it was in a list that does not count its records', async () => {
		const service = new FakeService(lettered('abcdefg'));
		expect(ids(await readPage(fakeList, service.reading(), { page: 2 }))).toBe('def');
		service.counts = false;
		expect(ids(await readPage(fakeList, service.reading(), { page: 2, total: 50 }))).toBe('def');
		service.counts = true;
		const uncounted = { ...fakeList, isCounted: false };
		const page = await readPage(uncounted, service.reading(), { page: 2, total: 50 });
		expect([ids(page), page.place, page.next]).toEqual(['def', { page: 2 }, { page: 3 }]);
		expect(service.asked).toEqual([{ page: 2 }, { page: 2 }, { page: 2 }]);
	});
});

it('a page behind a cursor stays where it is, however many records are gone', async () => {
	const service = new FakeService(lettered('abcdefg'));
	expect(ids(await readPage(fakeList, service.reading(), { after: 'c', total: 50 }))).toBe('def');
	expect(ids(await readPage(fakeList, service.reading(), { total: 50 }))).toBe('abc');
	expect(service.asked).toHaveLength(2);
});

describe('a page that is read again', () => {
	it('is the same one', async () => {
		const service = new FakeService(lettered('abcdefg'));
		for (const at of [{ page: 2 }, { after: 'c' }]) {
			expect(ids(await readPageAgain(fakeList, service.reading(), at))).toBe('def');
		}
		expect(service.asked).toEqual([{ page: 2 }, { after: 'c' }]);
	});

	it('is the first one where the service has nothing there', async () => {
		const service = new FakeService(lettered('abcdefg'));
		for (const at of [{ page: 9 }, { after: 'gone' }]) {
			expect(ids(await readPageAgain(fakeList, service.reading(), at))).toBe('abc');
		}
		expect(service.asked).toEqual([{ page: 9 }, {}, { after: 'gone' }, {}]);
	});

	it.each([400, 404, 422])('is the first one where the service answers %d', async (status) => {
		const service = new FakeService(lettered('abcdefg'));
		service.beforeAnswer = (number) => {
			if (number === 1) throw refusal(status);
		};
		expect(ids(await readPageAgain(fakeList, service.reading(), { page: 2 }))).toBe('abc');
	});

	it.each<[unknown]>([[refusal(500)], [refusal(403)], [new Error('No')]])(
		'fails as any page does with %p',
		async (problem) => {
			const service = new FakeService(lettered('abcdefg'));
			service.beforeAnswer = () => {
				throw problem;
			};
			await expect(readPageAgain(fakeList, service.reading(), { page: 2 })).rejects.toBe(problem);
			expect(service.asked).toHaveLength(1);
		},
	);

	it('and is the first one is asked for once, though it is empty or refused', async () => {
		const service = new FakeService([]);
		expect(ids(await readPageAgain(fakeList, service.reading(), { total: 7 }))).toBe('');
		expect(service.asked).toEqual([{}]);
		service.beforeAnswer = () => {
			throw refusal(404);
		};
		await expect(readPageAgain(fakeList, service.reading(), {})).rejects.toThrow('No');
		expect(service.asked).toHaveLength(2);
	});
});

it.each([[{ page: '2' }], [{ after: 2 }], [{ total: null }], [null]])('takes %j for no place', (at) => {
	expect(place.safeParse(at).success).toBe(false);
	expect(place.safeParse({ page: 2, after: 'a', total: 3 }).success).toBe(true);
});
