import { issuer } from '../../../sandbox/base/ledger';
import { at, emittedIds, usePolledRealm } from '../polledRecords';
import { listen } from '../../harness/http/receiver';
import { PollNode } from '../pollNode';

/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const { service, realm, fault, askedSince, join, trigger, start } = usePolledRealm({
	onRequest: () => afterRequest(),
});
afterEach(() => (afterRequest = () => {}));

const DAY_S = 24 * 60 * 60;
const passDays = (days: number) => jest.setSystemTime(Date.now() + days * DAY_S * 1000);
const member = (id: string) => realm().members.get(id)!;

/** Members who joined at a time, with a year until tomorrow. */
function joinAll(count: number, joinedAt: (number: number) => string): string[] {
	realm().members.clear();
	return Array.from({ length: count }, (_, number) => join(joinedAt(number)));
}

/** Members who joined long ago, and were last active these days ago. */
const activeDaysAgo = (...days: number[]) =>
	days.map((one) => {
		const id = join(at(-400 * DAY_S));
		service.control.noteActivity(id, one);
		return id;
	});

const pay = (to: string, currencyId = service.ids.currencies.stars) =>
	realm().ledger.move({ currencyId, from: issuer, to, amount: 7, memo: 'Test' });
const showNone = () =>
	fault({
		operation: 'member.getMany',
		status: 200,
		times: 1,
		body: { data: [], meta: { page: 1, totalPages: 0, total: 0 } },
	});

/** Shows members of one instant in another order after each response. */
function turnAlways(round = 97): void {
	afterRequest = () => turnAlways((round + 97) % members.length);
	const members = [...realm().members];
	realm().members.clear();
	for (const [id, one] of [...members.slice(round), ...members.slice(0, round)]) realm().members.set(id, one);
}

const startOn = async (time: string, event: string, parameters = {}): Promise<PollNode> => {
	jest.setSystemTime(new Date(time));
	return await start(event, parameters);
};

describe('anniversaries', () => {
	const TODAY = '2026-03-01T12:00:00Z';
	const tomorrow = () => jest.setSystemTime(new Date('2026-03-02T12:00:00Z'));
	const aYearAgo = (number: number) => new Date(Date.parse('2025-03-02T00:00:00Z') + number).toISOString();

	it('are found after a list that is empty once', async () => {
		const ids = joinAll(20, aYearAgo);
		const node = await startOn(TODAY, 'member.anniversary');
		tomorrow();
		showNone();
		await node.poll();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(ids);
	});

	it('are found where the service counts one page too many', async () => {
		const ids = joinAll(100, aYearAgo);
		const node = await startOn(TODAY, 'member.anniversary');
		tomorrow();
		const data = [...realm().members.values()].reverse();
		const meta = { page: 1, limit: 100, total: 100, totalPages: 2 };
		fault({ operation: 'member.getMany', status: 200, times: 1, body: { data, meta } });
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(ids);
	});

	it('are all found where the service shows members of one instant in another order each time', async () => {
		const ids = joinAll(300, () => '2025-03-02T06:00:00.000Z');
		const node = await startOn(TODAY, 'member.anniversary');
		tomorrow();
		turnAlways();
		for (let poll = 0; poll < 3; poll++) await node.poll();
		expect(emittedIds(node, 'member').sort()).toEqual([...ids].sort());
	});

	it('of many years are found in several polls under a low rate limit, and the day may change meanwhile', async () => {
		const ids = new Set<string>();
		realm().members.clear();
		for (let number = 0; number < 12_000; number++) {
			const joinedAt = new Date(Date.parse('2016-01-01T12:00:00Z') + number * 0.3 * DAY_S * 1000);
			const id = join(joinedAt.toISOString());
			if (/-03-0[23]T/.test(joinedAt.toISOString())) ids.add(id);
		}
		const node = await startOn(TODAY, 'member.anniversary');
		tomorrow();
		node.budget = 20_000;
		service.control.setRateLimit({ limit: 24, windowSeconds: 60 });
		await node.poll();
		expect(node.events.length).toBeLessThan(ids.size);
		jest.setSystemTime(new Date('2026-03-03T12:00:00Z'));
		for (let poll = 0; poll < 12; poll++) {
			jest.advanceTimersByTime(60_000);
			await node.poll();
		}
		expect(new Set(emittedIds(node, 'member'))).toEqual(ids);
		expect(node.events).toHaveLength(ids.size);
	});

	it('of a member who left and joined again count from the last time', async () => {
		const [id] = joinAll(1, aYearAgo) as [string];
		const node = await startOn(TODAY, 'member.anniversary');
		tomorrow();
		await node.poll();
		member(id).joinedAt = '2026-03-02T20:00:00.000Z';
		passDays(365.5);
		await node.poll();
		expect(node.events.map(({ data }) => (data as { years: number }).years)).toEqual([1, 1]);
		expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(2);
	});

	it('are found though members leave while the pages are read', async () => {
		const ids = joinAll(450, aYearAgo);
		for (let number = 0; number < 300; number++) join(at(-number));
		const leaving = [...realm().members.keys()].slice(450);
		const node = await startOn(TODAY, 'member.anniversary');
		tomorrow();
		let responses = 0;
		afterRequest = () => {
			for (let count = 0; count < 9 && responses % 3 === 0; count++) realm().members.delete(leaving.pop()!);
			responses++;
		};
		for (let poll = 0; poll < 3; poll++) await node.poll();
		expect(emittedIds(node, 'member').sort()).toEqual([...ids].sort());
	});

	it.each([
		['the service', () => 'Mon, 01 Mar 2027 12:00:00 GMT'],
		['n8n', () => 'Sat, 01 Mar 2025 12:00:00 GMT'],
	])('are refused at publication while the clock of %s is a year ahead', async (_, date) => {
		joinAll(3, aYearAgo);
		jest.setSystemTime(new Date(TODAY));
		const node = trigger({ events: ['member.anniversary'] });
		const body = { data: [], meta: { page: 1, totalPages: 1, total: 0 } };
		fault({ operation: 'member.getMany', status: 200, headers: { date: date() }, body });
		await expect(node.activate()).rejects.toThrow('differ by more than an hour');
	});

	it('are refused in a time zone that does not exist', async () => {
		const node = trigger({ events: ['member.anniversary'] });
		node.timezone = 'Mars/Olympus';
		await expect(node.activate()).rejects.toThrow('The time zone "Mars/Olympus" of the workflow is unknown');
	});
});

describe('inactive members', () => {
	it('are found after a list that is empty once', async () => {
		realm().members.clear();
		const ids = activeDaysAgo(29.5);
		const node = await start('member.inactive');
		passDays(1);
		showNone();
		await node.poll();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(ids);
	});

	it('are all found on pages of twenty, though they were active at one instant', async () => {
		realm().members.clear();
		const ids = activeDaysAgo(...Array.from({ length: 600 }, () => 0));
		for (const id of ids) member(id).lastActive = at(-29.5 * DAY_S);
		// It forwards all requests, and asks for shorter pages.
		const server = await listen((request, response) => {
			const url = new URL(request.url!, service.baseUrl);
			url.searchParams.set('limit', '20');
			const { authorization = '' } = request.headers;
			void fetch(url, { headers: { authorization } }).then(async (answer) => {
				response.setHeader('content-type', 'application/json');
				response.end(await answer.text());
			});
		});
		const node = new PollNode({ events: ['member.inactive'] }, service.credential({ baseUrl: server.url }));
		await node.activate();
		passDays(1);
		for (let poll = 0; poll < 6; poll++) await node.poll();
		expect(emittedIds(node, 'member').sort()).toEqual([...ids].sort());
		await server.stop();
	});

	it('are refused in a large realm that does not say when members were active', async () => {
		for (let number = 0; number < 150; number++) join();
		for (const one of realm().members.values()) delete (one as { lastActive?: string }).lastActive;
		for (const event of ['member.inactive', 'member.returned']) {
			const node = trigger({ events: [event] });
			await expect(node.activate()).rejects.toThrow('it does not say when the members were last active');
		}
	});

	it('of other numbers of days are other events', async () => {
		realm().members.clear();
		activeDaysAgo(5);
		const nodes = [
			await start('member.inactive', { inactiveDays: 6 }),
			await start('member.inactive', { inactiveDays: 7 }),
		];
		passDays(3);
		for (const node of nodes) await node.poll();
		const ids = nodes.flatMap(({ events }) => events.map(({ eventId }) => eventId));
		expect(new Set(ids).size).toBe(2);
	});
});

describe('members who return', () => {
	const returned = async (inactiveDays = 30) => await start('member.returned', { inactiveDays });

	it('are none of those who joined while n8n was off', async () => {
		realm().members.clear();
		activeDaysAgo(1);
		const node = await returned(7);
		passDays(1);
		const id = join(at(0));
		passDays(20);
		service.control.noteActivity(id);
		await node.restart();
		await node.poll();
		expect(node.events).toEqual([]);
	});

	it('are none of those whom an empty list left out, at first or later', async () => {
		realm().members.clear();
		const ids = activeDaysAgo(...Array.from({ length: 9 }, (_, number) => 1 + number));
		const node = trigger({ events: ['member.returned'] });
		showNone();
		await node.activate();
		await node.poll();
		showNone();
		showNone();
		await node.poll();
		await node.poll();
		service.control.noteActivity(ids[0]!);
		await node.poll();
		expect(node.events).toEqual([]);
	});

	it('are none of the many who become active while the first list is read', async () => {
		realm().members.clear();
		const ids = activeDaysAgo(...Array.from({ length: 600 }, (_, number) => 1 + number / 100));
		afterRequest = () => {
			for (let count = 0; count < 30; count++) service.control.noteActivity(ids.pop()!);
		};
		const node = await returned();
		afterRequest = () => {};
		await node.poll();
		expect(node.events).toEqual([]);
	});

	it('are none of those whom an unsteady order left out of the first list', async () => {
		realm().members.clear();
		const lastActive = at(-60);
		for (const id of activeDaysAgo(...Array(350).keys())) Object.assign(member(id), { lastActive });
		turnAlways();
		const node = await returned();
		for (let poll = 0; poll < 3; poll++) await node.poll();
		expect(node.events).toEqual([]);
	});

	it('are found though the service shows their activity a minute late, in whole minutes', async () => {
		jest.setSystemTime(new Date('2026-03-01T11:59:50Z'));
		realm().members.clear();
		const [away] = activeDaysAgo(40, 1) as [string];
		const node = await returned();
		jest.setSystemTime(new Date('2026-03-01T12:01:00Z'));
		await node.poll();
		member(away).lastActive = '2026-03-01T12:00:00Z';
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([away]);
	});

	it('are found though they became inactive in the last poll before n8n died', async () => {
		realm().members.clear();
		const [away, later] = activeDaysAgo(40, 29.5) as [string, string];
		const node = await returned();
		passDays(1);
		service.control.noteActivity(away);
		await node.poll();
		service.control.noteActivity(later);
		await node.restart();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([away, later]);
	});

	it('after other numbers of days are other events', async () => {
		realm().members.clear();
		const [away] = activeDaysAgo(40, 1) as [string];
		const nodes = [await returned(7), await returned(30)];
		service.control.noteActivity(away);
		for (const node of nodes) await node.poll();
		expect(nodes.map((node) => emittedIds(node, 'member'))).toEqual([[away], [away]]);
		expect(new Set(nodes.map(({ events }) => events[0]!.eventId)).size).toBe(2);
	});

	it('are found behind many who were never active, with few requests', async () => {
		realm().members.clear();
		const [away] = activeDaysAgo(40, 1) as [string];
		for (let number = 0; number < 1_500; number++) member(join(at(-number))).lastActive = 'no time';
		const node = await returned();
		service.control.noteActivity(away);
		const requests = service.requests.length;
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([away]);
		expect(askedSince(requests).length).toBeLessThanOrEqual(10);
	});
});

it('the first points of a new member are not lost if the list misses the member, because another one leaves', async () => {
	realm().members.clear();
	const [first] = Array.from({ length: 100 }, () => join(at(-9_000))) as [string];
	const node = await start('balance.changed');
	const ids = [join(at(1)), join(at(2))];
	for (const id of ids) pay(id);
	afterRequest = () => void realm().members.delete(first);
	await node.poll();
	await node.poll();
	expect(emittedIds(node, 'member')).toEqual(ids.reverse());
	expect(node.events.map(({ data }) => (data as { difference: number }).difference)).toEqual([7, 7]);
});

it('the first points of new members are not lost when n8n dies before the execution', async () => {
	const node = await start('balance.changed');
	const ids = [join(at(1)), join(at(2))];
	for (const id of ids) pay(id);
	await node.poll('beforeTheExecution');
	await node.restart();
	expect(emittedIds(node, 'member')).toEqual(ids);
});

it('no difference is lost after a list that is incomplete once, however many members it leaves out', async () => {
	realm().members.clear();
	const ids = Array.from({ length: 1_500 }, (_, number) => join(at(number - 9_000)));
	const node = await start('balance.changed');
	for (const id of ids) pay(id);
	afterRequest = () => {
		afterRequest = () => {};
		showNone();
	};
	for (let poll = 0; poll < 5; poll++) await node.poll();
	expect(emittedIds(node, 'member').sort()).toEqual(ids.sort());
});
