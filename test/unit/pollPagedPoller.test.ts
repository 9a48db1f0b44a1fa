// Falls with nodes/RewardsEngagement/pollTrigger/pagedPoller.ts.

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { eventIdOf, type Reading } from '../../nodes/RewardsEngagement/pollTrigger/poller';
import { pagedPoller, type EventList } from '../../nodes/RewardsEngagement/pollTrigger/pagedPoller';
import { pagedPosition, type PagedPosition } from '../../nodes/RewardsEngagement/pollTrigger/readPages';
import { Timeline } from '../../nodes/RewardsEngagement/pollTrigger/timeline';
import { sizeOf } from '../harness/size';
import { fakeList, FakeService, lettered, refusal } from './fakeList';

/** The number of random scenes of a list that changes during reading. */
const RUNS = sizeOf(60, 1_000);
const SECOND = 1_000;
const OVERLAP = 100 * SECOND;
/** So late that all letters are settled. */
const LATE = 1_000 * SECOND;

/** A list whose service guarantees no order. */
const unsorted: EventList = {
	...fakeList,
	type: 'letter.written',
	timeline: new Timeline(OVERLAP),
	isAtOnce: true,
	identityOf: ({ id, time }) => [id, time],
	dataOf: ({ id }) => ({ id }),
};

const sorted: EventList = { ...unsorted, isSorted: true };

/** A polling node with its data in n8n. */
class Poller {
	position: PagedPosition | undefined;

	failure: Error | undefined;

	constructor(
		private readonly list: EventList,
		readonly service: FakeService,
	) {}

	/** @returns the IDs of the output */
	async poll(more: Partial<Reading> = {}, pages = Infinity): Promise<string> {
		const reading = this.service.reading(more, pages);
		const { events, position, failure } = await pagedPoller(this.list).read(this.position, reading);
		this.position = pagedPosition.parse(JSON.parse(JSON.stringify(position)));
		this.failure = failure;
		return events.map(({ data }) => data.id as string).join('');
	}

	/** The places that a poll requests. */
	async asks(...given: Parameters<Poller['poll']>): Promise<IDataObject[]> {
		this.service.asked = [];
		await this.poll(...given);
		return this.service.asked;
	}
}

const newestFirst = (letters: string) => {
	const service = new FakeService(lettered(letters).reverse());
	service.now = LATE;
	return service;
};

const oldestFirst = (letters: string) => {
	const service = new FakeService(lettered(letters));
	service.now = LATE;
	return service;
};

/** Adds letters to a list that starts with the newest, one per second from a time. */
const write = (service: FakeService, letters: string, seconds: number) =>
	service.records.unshift(...lettered(letters, seconds).reverse());

/** Removes a letter. */
const remove = (service: FakeService, letter: string) =>
	service.records.splice(
		service.records.findIndex(({ id }) => id === letter),
		1,
	);

it('depends on nothing but the realm', () => {
	expect(pagedPoller(sorted).scope).toBe('');
});

describe('an event', () => {
	it('has an ID of what it is about, and the time that the service writes', async () => {
		const time = '1970-01-01T00:00:01.000Z';
		const service = new FakeService([{ id: 'a', made: time, time }]);
		const { events } = await pagedPoller(sorted).read(undefined, service.reading({ latest: 1 }));
		expect(events).toEqual([
			{
				eventId: eventIdOf('letter.written', 'r', 'a', 1_000),
				type: 'letter.written',
				timestamp: time,
				realmId: 'r',
				data: { id: 'a' },
			},
		]);
	});

	it('has the time of the poll where the service writes none', async () => {
		const reading = newestFirst('a').reading({ latest: 1 });
		const { events } = await pagedPoller(sorted).read(undefined, reading);
		expect(events).toMatchObject([{ timestamp: reading.now }]);
	});
});

describe('a first poll of a sorted list', () => {
	it('finds nothing new, on its first page or behind it', async () => {
		const poller = new Poller(sorted, newestFirst('abcdefg'));
		expect(await poller.poll()).toBe('');
		expect(poller.position).toEqual({ done: 6_000, past: 6_000, seen: {} });
		expect(poller.service.asked).toEqual([{}]);
		expect(await poller.poll()).toBe('');
	});

	it('takes for old what the first page ends with, though it is not settled', async () => {
		const service = newestFirst('abcdefg');
		service.now = 50 * SECOND;
		const poller = new Poller(sorted, service);
		await poller.poll();
		expect(poller.position).toMatchObject({ done: 4_000, past: 4_000 });
		expect(Object.keys(poller.position!.seen)).toEqual(['5000', '6000']);
		expect(await poller.poll()).toBe('');
	});

	it('finds what becomes visible late, in a list that it has read whole', async () => {
		const service = newestFirst('abc');
		service.now = 101 * SECOND;
		const poller = new Poller(sorted, service);
		await poller.poll();
		expect(poller.position).toMatchObject({ done: 1_000, past: 1_000 });
		service.records.splice(1, 0, { id: 'x', made: 1_500, time: 1_500 });
		expect(await poller.poll()).toBe('x');
	});

	it('takes for old what joins an empty list with a time long before', async () => {
		const poller = new Poller(sorted, newestFirst(''));
		await poller.poll();
		expect(poller.position).toEqual({ done: LATE - OVERLAP, past: LATE - OVERLAP, seen: {} });
		write(poller.service, 'abcd', 10);
		write(poller.service, 'x', 950);
		expect(await poller.poll()).toBe('x');
	});

	it('is not led into the future', async () => {
		const service = newestFirst('ab');
		write(service, 'z', 99_000);
		const poller = new Poller(sorted, service);
		await poller.poll();
		expect(poller.position).toMatchObject({ done: LATE - OVERLAP });
		service.records.splice(1, 0, { id: 'c', made: LATE, time: LATE });
		expect(await poller.poll()).toBe('c');
	});

	it.each([
		[1, 'g', 1],
		[3, 'efg', 1],
		[4, 'defg', 2],
		[99, 'abcdefg', 3],
	])('emits the latest %d, the oldest of them first', async (latest, ids, requests) => {
		const poller = new Poller(sorted, newestFirst('abcdefg'));
		expect(await poller.poll({ latest })).toBe(ids);
		expect(poller.service.asked).toHaveLength(requests);
		expect(await poller.poll()).toBe('');
	});
});

describe('a first poll of a list without a promised order', () => {
	it('takes for old all that happened before it, as far as it is listed', async () => {
		const service = oldestFirst('abcdefg');
		const poller = new Poller(unsorted, service);
		expect(await poller.poll()).toBe('');
		expect(poller.position).toEqual({ done: LATE, past: LATE, seen: {} });
		expect(service.asked).toEqual([{}]);
		service.records.push({ id: 'x', made: LATE, time: LATE }, { id: 'y', made: LATE + 1, time: LATE + 1 });
		expect(await poller.poll()).toBe('y');
	});

	it('remembers what it saw of the time after it', async () => {
		const service = oldestFirst('');
		service.records = lettered('ab', 2_000);
		const poller = new Poller(unsorted, service);
		await poller.poll();
		expect(Object.keys(poller.position!.seen)).toEqual(['2000000', '2001000']);
	});

	it('takes no record for past whose event may come later', async () => {
		const service = oldestFirst('abc');
		delete service.records[0]!.time;
		const poller = new Poller({ ...unsorted, isAtOnce: false }, service);
		await poller.poll();
		expect(poller.position).toMatchObject({ done: LATE, past: 0 });
		service.records[0]!.time = LATE + 1;
		expect(await poller.poll()).toBe('a');
	});

	it('goes well with a first page that is empty', async () => {
		const list = { ...unsorted, nextPlace: () => ({ page: 2 }) };
		const poller = new Poller(list, oldestFirst(''));
		expect(await poller.poll()).toBe('');
		expect(poller.position).toMatchObject({ done: LATE });
	});

	it('reads the whole list for the latest', async () => {
		const service = oldestFirst('cdbgafe');
		for (const record of service.records) record.time = record.id.charCodeAt(0);
		const poller = new Poller(unsorted, service);
		expect(await poller.poll({ latest: 2 })).toBe('fg');
		expect(service.asked).toHaveLength(3);
	});

	it('emits nothing that has not happened, also where the latest are wanted', async () => {
		const service = oldestFirst('abc');
		delete service.records[2]!.time;
		const poller = new Poller({ ...unsorted, isAtOnce: false }, service);
		expect(await poller.poll({ latest: 9 })).toBe('ab');
	});

	it('fails where the second page does not come, and else makes do with what it has', async () => {
		const service = oldestFirst('abcdefghijklmno');
		const failure = refusal(500);
		service.beforeAnswer = (number) => {
			if (number === 2 || number === 5) throw failure;
		};
		const poller = new Poller(unsorted, service);
		await expect(poller.poll({ latest: 1 })).rejects.toBe(failure);
		expect(await poller.poll({ latest: 1 })).toBe('f');
		expect(poller.failure).toBe(failure);
	});
});

describe('a poll that reads all that can be new', () => {
	it('emits the oldest first, each once', async () => {
		const poller = new Poller(sorted, newestFirst('abc'));
		await poller.poll();
		write(poller.service, 'defgh', 10);
		expect(await poller.poll()).toBe('defgh');
		expect(await poller.poll()).toBe('');
	});

	it('leaves the newest for the next one where there are too many', async () => {
		const poller = new Poller(sorted, newestFirst('abc'));
		await poller.poll();
		write(poller.service, 'defgh', 10);
		expect(await poller.poll({ maxEvents: 2 })).toBe('de');
		expect(poller.position).toEqual({ done: 11_999, past: 11_999, seen: {} });
		write(poller.service, 'i', 20);
		expect(await poller.poll({ maxEvents: 2 })).toBe('fg');
		expect(await poller.poll({ maxEvents: 2 })).toBe('hi');
		expect(poller.position).toEqual({ done: 20_000, past: 20_000, seen: {} });
	});

	it('tells those of one moment apart, though only some are emitted', async () => {
		const poller = new Poller(sorted, newestFirst('a'));
		await poller.poll();
		for (const id of 'bcde') poller.service.records.unshift({ id, made: 5_000, time: 5_000 });
		expect(await poller.poll({ maxEvents: 3 })).toBe('bcd');
		expect(poller.position).toMatchObject({ done: 4_999 });
		poller.service.records.unshift({ id: 'f', made: 5_000, time: 5_000 });
		expect(await poller.poll()).toBe('ef');
	});

	it('finds what becomes visible within the overlap', async () => {
		const service = newestFirst('a');
		const poller = new Poller(sorted, service);
		await poller.poll();
		write(service, 'bcd', 990);
		expect(await poller.poll()).toBe('bcd');
		expect(poller.position).toMatchObject({ done: LATE - OVERLAP, past: LATE - OVERLAP });
		service.records.push({ id: 'x', made: 950_000, time: 950_000 });
		service.records.sort((one, other) => Number(other.made) - Number(one.made));
		expect(await poller.poll()).toBe('x');
	});

	it('reads to a record that may still give an event, and no further', async () => {
		const service = newestFirst('abcdefghijklmnopqrstuvwxyz');
		delete service.records.find(({ id }) => id === 'n')!.time;
		const poller = new Poller({ ...unsorted, isAtOnce: false }, service);
		await poller.poll();
		await poller.poll();
		expect(poller.position).toMatchObject({ past: 12_999 });
		expect(await poller.asks()).toHaveLength(5);
		service.records.find(({ id }) => id === 'n')!.time = LATE + 5;
		expect(await poller.poll()).toBe('n');
		service.now = LATE + OVERLAP + 1_000;
		await poller.poll();
		expect(poller.position).toMatchObject({ done: LATE + 5, past: LATE + 5 });
	});

	it('has no record for past that is made after the list was asked for', async () => {
		const service = newestFirst('');
		const poller = new Poller({ ...unsorted, isAtOnce: false }, service);
		await poller.poll();
		service.now -= 1_000;
		await poller.poll();
		expect(poller.position).toMatchObject({ done: LATE, past: LATE - 1_000 });
	});
});

describe('a list with the newest first that is longer than one poll reads', () => {
	const letters = 'abcdefghijklmnopqrstuvwxyz';
	const list = { ...sorted, maxPages: 3 };

	/** With 26 new letters, followed by an old one. */
	async function backlog(made: EventList = list) {
		const poller = new Poller(made, newestFirst('0'));
		await poller.poll();
		write(poller.service, letters, 10);
		return poller;
	}

	it('is taken part by part, the newest part first', async () => {
		const poller = await backlog();
		const parts = [];
		for (let poll = 0; poll < 5; poll++) parts.push(await poller.poll());
		expect(parts).toEqual(['rstuvwxyz', 'lmnopq', 'fghijk', 'abcde', '']);
		expect(poller.position).toEqual({ done: 35_000, past: 35_000, seen: {} });
		expect(await poller.asks()).toEqual([{}]);
	});

	it('is gone on with where an event is left, and no more pages are read than are wanted', async () => {
		const poller = await backlog();
		expect(await poller.poll({ maxEvents: 4 })).toBe('wxyz');
		expect(poller.position).toEqual({
			done: 0,
			past: 0,
			seen: {},
			unfinished: {
				place: { page: 2, total: 27 },
				asked: LATE,
				latest: 35_000,
				past: LATE,
				until: 31_000,
			},
		});
		expect(await poller.asks({ maxEvents: 4 })).toEqual([{ page: 2 }, { page: 3 }]);
		expect(poller.position!.unfinished).toMatchObject({ place: { page: 3 }, until: 27_000 });
		expect(await poller.poll({ maxEvents: 4 })).toBe('opqr');
		const other = await backlog();
		expect(await other.poll({ maxEvents: 3 })).toBe('xyz');
		expect(await other.asks({ maxEvents: 3 })).toEqual([{ page: 2 }]);
	});

	it('keeps those who come meanwhile for later', async () => {
		const poller = await backlog();
		expect(await poller.poll()).toBe('rstuvwxyz');
		write(poller.service, 'ABCD', 50);
		const parts = [];
		for (let poll = 0; poll < 6; poll++) parts.push(await poller.poll());
		expect(parts.join(' ')).toBe('pq jklmno defghi abc ABCD ');
		expect(poller.position).toEqual({ done: 53_000, past: 53_000, seen: {} });
	});

	it('is taken whole although those who are gone have moved it up', async () => {
		const poller = await backlog();
		expect(await poller.poll()).toBe('rstuvwxyz');
		for (const gone of 'uvwxyz') remove(poller.service, gone);
		const parts = [];
		for (let poll = 0; poll < 4; poll++) parts.push(await poller.poll());
		expect(parts.join('')).toBe('lmnopqfghijkabcde');
	});

	it('needs little memory', async () => {
		const poller = await backlog();
		await poller.poll();
		expect(poller.position!.seen).toEqual({ 27_000: expect.stringMatching(/^.{8}$/) as string });
		// Unsettled records are read again later.
		const fresh = await backlog();
		fresh.service.now = 33_500 + OVERLAP;
		await fresh.poll();
		expect(Object.keys(fresh.position!.seen)).toEqual(['27000', '34000', '35000']);
		for (let poll = 0; poll < 4; poll++) await fresh.poll();
		expect(fresh.position).toMatchObject({ done: 33_000 });
		expect(await fresh.poll()).toBe('');
	});

	it('tells those of one moment apart', async () => {
		const poller = await backlog();
		for (const record of poller.service.records.slice(0, 26))
			Object.assign(record, { made: 9_000, time: 9_000 });
		const all = [];
		for (let poll = 0; poll < 8; poll++) all.push(...(await poller.poll({ maxEvents: 5 })));
		expect(all.sort().join('')).toBe(letters);
		expect(poller.position).toEqual({ done: 9_000, past: 9_000, seen: {} });
	});

	it('is gone on with after a page that did not come', async () => {
		const poller = await backlog();
		poller.service.asked = [];
		const failure = refusal(500);
		poller.service.beforeAnswer = (number) => {
			if (number === 2) throw failure;
		};
		expect([await poller.poll(), poller.failure]).toEqual(['xyz', failure]);
		expect([await poller.poll(), poller.failure]).toEqual(['rstuvw', undefined]);
	});

	it('begins once more where its place is gone, and emits nothing twice', async () => {
		const poller = await backlog();
		expect(await poller.poll()).toBe('rstuvwxyz');
		poller.service.asked = [];
		poller.service.beforeAnswer = (number) => {
			if (number === 1) throw refusal(404);
		};
		const parts = [];
		for (let poll = 0; poll < 5; poll++) parts.push(await poller.poll());
		expect(parts.join(' ')).toBe(' lmnopq fghijk abcde ');
	});

	it('is not taken for in order where events come later than their records', async () => {
		const poller = await backlog({ ...list, isAtOnce: false });
		await poller.poll();
		expect(poller.position!.unfinished).not.toHaveProperty('until');
		expect(Object.keys(poller.position!.seen)).toHaveLength(9);
	});

	it('keeps what is known of it where its order shows no more', async () => {
		const poller = new Poller({ ...unsorted, maxPages: 5 }, newestFirst('0'));
		await poller.poll();
		write(poller.service, letters, 2_000);
		poller.service.now = 9 * LATE;
		expect(await poller.poll()).toBe('lmnopqrstuvwxyz');
		expect(poller.position!.unfinished).toMatchObject({ until: 2_011_000 });
		expect(await poller.poll({}, 2)).toBe('ijk');
		expect(poller.position!.unfinished).toMatchObject({ until: 2_011_000 });
		expect(Object.keys(poller.position!.seen)).toEqual(['2008000', '2009000', '2010000', '2011000']);
	});
});

describe('a list with the oldest first that is longer than one poll reads', () => {
	const letters = 'abcdefghijklmnopqrstuvwxyz';

	async function backlog() {
		const service = oldestFirst('0');
		service.size = 6;
		const poller = new Poller({ ...unsorted, maxPages: 3 }, service);
		await poller.poll();
		service.records.push(...lettered(letters, 2_000));
		service.now = 9 * LATE;
		return poller;
	}

	it('is done up to what the poll has read, but for the last moment', async () => {
		const poller = await backlog();
		expect(await poller.poll()).toBe('abcdefghijklmnopq');
		expect(poller.position).toMatchObject({ done: 2_015_999, unfinished: { place: { page: 3 } } });
		expect(Object.keys(poller.position!.seen)).toEqual(['2016000']);
		expect(await poller.poll()).toBe('rstuvwxyz');
		expect(poller.position).toEqual({ done: 2_025_000, past: 2_025_000, seen: {} });
	});

	it('is done up to the first event that is left', async () => {
		const poller = await backlog();
		expect(await poller.poll({ maxEvents: 7 })).toBe('abcdefg');
		expect(poller.position).toMatchObject({ done: 2_006_999, seen: {}, unfinished: { place: { page: 2 } } });
		expect(await poller.poll({ maxEvents: 7 })).toBe('hijklmn');
	});
});

describe('a list without an order that is longer than one poll reads', () => {
	const list = { ...unsorted, maxPages: 2, isAtOnce: false };

	async function backlog() {
		const service = oldestFirst('');
		const poller = new Poller(list, service);
		await poller.poll();
		service.records = [...'hcfadgbe'].map((id, index) => ({
			id,
			made: index,
			time: LATE + id.charCodeAt(0) * 1_000,
		}));
		service.now = LATE + 97_500 + OVERLAP;
		return poller;
	}

	it('is taken in its order, and done when it is read whole', async () => {
		const poller = await backlog();
		expect(await poller.poll()).toBe('acdfgh');
		expect(poller.position).toMatchObject({ done: LATE, past: 0, unfinished: { latest: LATE + 104_000 } });
		poller.service.now += LATE;
		expect(await poller.poll()).toBe('be');
		expect(poller.position).toMatchObject({ done: LATE + 97_500 - 500 });
		expect(poller.position).not.toHaveProperty('unfinished');
	});

	it('is gone on with at the first page that has an event left', async () => {
		const poller = await backlog();
		expect(await poller.poll({ maxEvents: 4 })).toBe('acfh');
		expect(await poller.poll({ maxEvents: 1 })).toBe('d');
		expect(poller.position!.unfinished).toMatchObject({ place: { page: 2 } });
		expect(await poller.poll({ maxEvents: 1 })).toBe('g');
		expect(await poller.poll({ maxEvents: 1 })).toBe('b');
		expect(poller.position!.unfinished).toMatchObject({ place: { page: 3 } });
		expect(await poller.poll({ maxEvents: 1 })).toBe('e');
	});

	it('has for past what no part of it has open', async () => {
		const poller = await backlog();
		const { service } = poller;
		service.records.forEach((record, index) => (record.made = 500 + index));
		delete service.records[1]!.time;
		await poller.poll();
		expect(poller.position!.unfinished).toMatchObject({ past: 499 });
		await poller.poll();
		expect(poller.position).toMatchObject({ past: 499 });
	});

	it('is gone on with behind pages without a record', async () => {
		const made = { ...list, maxPages: 1, nextPlace: () => ({ page: 2 }) };
		const poller = new Poller(made, oldestFirst(''));
		await poller.poll();
		await poller.poll();
		expect(poller.position!.unfinished).toMatchObject({ latest: 0, past: LATE });
	});

	it('is read on from its first page where nothing has happened so far', async () => {
		const service = oldestFirst('abcdefghi');
		for (const record of service.records) delete record.time;
		const poller = new Poller(list, service);
		await poller.poll();
		await poller.poll();
		expect(poller.position!.unfinished).toMatchObject({ latest: 0 });
	});
});

describe('whatever happens between two requests', () => {
	const happening = fc.record({
		joins: fc.integer({ min: 0, max: 3 }),
		leaves: fc.integer({ min: 0, max: 3 }),
	});
	const scene = fc.record({
		size: fc.integer({ min: 2, max: 6 }),
		maxPages: fc.integer({ min: 2, max: 5 }),
		maxEvents: fc.integer({ min: 1, max: 9 }),
		happenings: fc.array(happening, { minLength: 1, maxLength: 40 }),
		backlog: fc.integer({ min: 0, max: 60 }),
	});

	it('each record of a sorted list is emitted once', async () => {
		await fc.assert(
			fc.asyncProperty(scene, async ({ size, maxPages, maxEvents, happenings, backlog }) => {
				const service = newestFirst('');
				service.size = size;
				let count = 0;
				const add = () => {
					service.now += 200;
					const id = `[${count++}]`;
					service.records.unshift({ id, made: service.now, time: service.now });
					return id;
				};
				for (let number = 0; number < 20; number++) add();
				const old = service.records.map(({ id }) => id);
				service.now += 2 * OVERLAP;
				const poller = new Poller({ ...sorted, maxPages }, service);
				await poller.poll();
				const expected = Array.from({ length: backlog }, add);
				service.beforeAnswer = () => {
					const { joins = 0, leaves = 0 } = happenings.pop() ?? {};
					for (let number = 0; number < joins; number++) expected.push(add());
					for (let number = 0; number < leaves; number++) {
						// A record that is removed before the poll is lost to it.
						const gone = old.shift();
						if (gone !== undefined) remove(service, gone);
					}
				};
				let emitted = '';
				for (let poll = 0; poll < 300; poll++) {
					service.now += 5_000;
					const found = await poller.poll({ maxEvents });
					emitted += found;
					old.push(...(found.match(/\[\d+\]/g) ?? []));
				}
				expect((emitted.match(/\[\d+\]/g) ?? []).sort()).toEqual(expected.sort());
			}),
			{ numRuns: RUNS },
		);
	});
});
