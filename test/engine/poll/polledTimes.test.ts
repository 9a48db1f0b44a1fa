import type { INodeParameters } from 'n8n-workflow';

import { PollNode } from '../pollNode';
import { at, emittedIds, usePolledRealm } from '../polledRecords';

/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const { service, realm, fault, askedSince, join, trigger, start } = usePolledRealm({
	onRequest: () => afterRequest(),
});
afterEach(() => (afterRequest = () => {}));

const DAY_S = 24 * 60 * 60;

/** Moves the clock by days. */
const passDays = (days: number) => jest.setSystemTime(Date.now() + days * DAY_S * 1000);
const setTime = (time: string) => jest.setSystemTime(new Date(time));
const member = (id: string) => realm().members.get(id)!;
const removeAll = () => realm().members.clear();

/** A new member who joined at a time. */
const joinAt = (joinedAt: string) => join(joinedAt);

/** Members who were last active these days ago. */
const activeDaysAgo = (...days: number[]) =>
	days.map((one) => {
		const id = join(at(-400 * DAY_S));
		service.control.noteActivity(id, one);
		return id;
	});

const eventsOf = (node: PollNode) => node.events.map(({ data }) => data as Record<string, unknown>);

describe('an anniversary', () => {
	const yearsOf = (node: PollNode) => eventsOf(node).map(({ years }) => years);

	it('is an event on the day, with the years and the person', async () => {
		setTime('2026-06-09T12:00:00Z');
		removeAll();
		const id = joinAt('2023-06-10T18:00:00.000Z');
		joinAt('2023-06-11T18:00:00.000Z');
		joinAt('2026-06-10T01:00:00.000Z');
		const node = await start('member.anniversary');
		await node.poll();
		expect(node.events).toEqual([]);
		setTime('2026-06-10T12:00:00Z');
		await node.poll();
		await node.poll();
		const { username, displayName, email } = member(id);
		expect(node.events).toEqual([
			{
				eventId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
				type: 'member.anniversary',
				timestamp: '2026-06-10T12:00:00.000Z',
				realmId: service.realmId,
				data: {
					member: { id, username, displayName, email, joinedAt: '2023-06-10T18:00:00.000Z' },
					years: 3,
				},
			},
		]);
	});

	it.each([
		// In New York it is still June 9 when the member joins, and four hours longer June 8 at the end of it.
		['America/New_York', '2026-06-10T03:59:00Z', '2026-06-10T04:00:00Z', '2024-06-10T04:30:00Z'],
		['Asia/Tokyo', '2026-06-10T14:59:00Z', '2026-06-10T15:00:00Z', '2024-06-10T16:00:00Z'],
		['UTC', '2026-06-09T23:59:00Z', '2026-06-10T00:00:00Z', '2024-06-10T23:00:00Z'],
	])('starts with the day in the time zone of the workflow: %s', async (zone, before, after, joinedAt) => {
		setTime('2026-06-08T12:00:00Z');
		removeAll();
		joinAt(joinedAt);
		const node = trigger({ events: ['member.anniversary'] });
		node.timezone = zone;
		await node.activate();
		setTime(before);
		await node.poll();
		expect(node.events).toEqual([]);
		setTime(after);
		await node.poll();
		expect(yearsOf(node)).toEqual([2]);
	});

	it('of February 29 is on February 28 in years that lack it', async () => {
		setTime('2026-02-27T12:00:00Z');
		removeAll();
		joinAt('2024-02-29T12:00:00Z');
		const node = await start('member.anniversary');
		for (const day of ['2026-02-28', '2026-03-01', '2027-02-28', '2028-02-28', '2028-02-29', '2028-03-01']) {
			setTime(`${day}T13:00:00Z`);
			await node.poll();
		}
		expect(node.events.map(({ timestamp, data }) => [timestamp, (data as { years: number }).years])).toEqual([
			['2026-02-28T13:00:00.000Z', 2],
			['2027-02-28T13:00:00.000Z', 3],
			['2028-02-29T13:00:00.000Z', 4],
		]);
	});

	it('is found after n8n was off for more than a year, each once', async () => {
		setTime('2024-05-01T12:00:00Z');
		removeAll();
		const ids = [
			joinAt('2023-05-02T00:00:00Z'),
			joinAt('2023-12-31T00:00:00Z'),
			joinAt('2024-05-02T00:00:00Z'),
		];
		const node = await start('member.anniversary');
		setTime('2025-06-01T12:00:00Z');
		await node.restart();
		await node.restart();
		expect(eventsOf(node).map((data) => [(data.member as { id: string }).id, data.years])).toEqual([
			[ids[0], 1],
			[ids[1], 1],
			[ids[2], 1],
			[ids[0], 2],
		]);
	});

	it('of 1,300 members who joined at one instant takes three polls, and n8n may die in between', async () => {
		setTime('2026-01-01T12:00:00Z');
		removeAll();
		const ids = Array.from({ length: 1_300 }, () => joinAt('2025-01-02T00:00:00.000Z'));
		joinAt('2025-01-03T00:00:00Z');
		joinAt('2025-01-01T00:00:00Z');
		const node = await start('member.anniversary');
		setTime('2026-01-02T12:00:00Z');
		await node.poll();
		await node.poll('beforeTheExecution');
		for (let poll = 0; poll < 3; poll++) await node.restart();
		for (let poll = 0; poll < 3; poll++) await node.poll();
		expect(emittedIds(node, 'member').sort()).toEqual([...ids].sort());
	});

	it('of a realm with 20,000 members needs few requests, and one while the day lasts', async () => {
		setTime('2026-01-01T12:00:00Z');
		removeAll();
		const { members } = realm();
		const one = { username: 'x', displayName: 'X', email: 'x@members.example', realmMemberId: 'm' };
		const first = Date.parse('2022-01-02T06:00:00Z');
		for (let number = 0; number < 20_000; number++) {
			const joinedAt = new Date(first + number * 0.07 * DAY_S * 1000).toISOString();
			members.set(`m${number}`, { ...one, id: `m${number}`, joinedAt, credentials: [], metadata: {} });
		}
		const expected = [...members.values()].filter(({ joinedAt }) => joinedAt.slice(5, 10) === '01-02');
		const node = await start('member.anniversary');
		let requests = service.requests.length;
		await node.poll();
		expect(askedSince(requests)).toHaveLength(1);
		setTime('2026-01-02T12:00:00Z');
		requests = service.requests.length;
		await node.poll();
		expect(emittedIds(node, 'member').sort()).toEqual(expected.map(({ id }) => id).sort());
		expect(node.events.length).toBeGreaterThan(50);
		expect(askedSince(requests).length).toBeLessThanOrEqual(35);
	});

	it('that the clock of the service shows too early is no event', async () => {
		setTime('2026-06-09T12:00:00Z');
		removeAll();
		joinAt('2023-06-10T18:00:00.000Z');
		const node = await start('member.anniversary');
		fault({
			operation: 'member.getMany',
			status: 200,
			times: 1,
			headers: { date: 'Tue, 09 Jun 2032 12:00:00 GMT' },
			body: { data: [...realm().members.values()], meta: { page: 1, totalPages: 1, total: 1 } },
		});
		await node.poll();
		expect(node.events).toEqual([]);
	});

	it('has an example for a test of the trigger', async () => {
		const [sample] = await trigger({ events: ['member.anniversary'] }).test();
		expect(sample).toMatchObject({ type: 'member.anniversary', data: { member: {}, years: 1 } });
	});
});

const inactive = async (parameters: INodeParameters = {}) => await start('member.inactive', parameters);

describe('a member who is inactive', () => {
	it('is an event once, when the days have passed', async () => {
		removeAll();
		const [early, late] = activeDaysAgo(29.5, 20) as [string, string];
		activeDaysAgo(31, 100);
		const node = await inactive();
		await node.poll();
		expect(node.events).toEqual([]);
		passDays(1);
		await node.poll();
		await node.poll();
		const { username, displayName, email, lastActive } = member(early);
		expect(node.events).toMatchObject([
			{
				type: 'member.inactive',
				data: { member: { id: early, username, displayName, email, lastActive }, days: 30 },
			},
		]);
		passDays(9.1);
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([early, late]);
	});

	it('is no event after new activity, and one more after the next days without any', async () => {
		removeAll();
		const [id] = activeDaysAgo(5) as [string];
		const node = await inactive({ inactiveDays: 7 });
		passDays(1);
		service.control.noteActivity(id);
		passDays(2);
		await node.poll();
		expect(node.events).toEqual([]);
		passDays(6);
		await node.poll();
		service.control.noteActivity(id);
		passDays(8);
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([id, id]);
		expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(2);
	});

	it.each([
		['last', undefined],
		['first', 'no time'],
	])('is found though others were never active, and the list has these %s', async (_, lastActive) => {
		removeAll();
		const ids = activeDaysAgo(...Array.from(Array(120).keys(), (number) => 29 + number / 1_000));
		for (let number = 0; number < 230; number++) member(join(at(-number))).lastActive = lastActive as string;
		const node = await inactive();
		passDays(2);
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(ids.reverse());
	});

	it('is found in a realm with thousands of members, oldest activity first, with few requests', async () => {
		removeAll();
		const ids = activeDaysAgo(...Array.from({ length: 1_200 }, (_, number) => 29.9 - number / 10_000));
		activeDaysAgo(...Array.from({ length: 2_000 }, (_, number) => 31 + number / 100));
		activeDaysAgo(...Array.from({ length: 2_000 }, (_, number) => number / 100));
		const node = await inactive();
		passDays(1);
		const requests = service.requests.length;
		await node.poll();
		expect(askedSince(requests).length).toBeLessThanOrEqual(20);
		await node.poll();
		await node.poll();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(ids);
	});

	it('is not lost while others become active between the requests', async () => {
		removeAll();
		const ids = activeDaysAgo(...Array.from({ length: 900 }, (_, number) => 29.9 - number / 10_000));
		const others = activeDaysAgo(...Array.from({ length: 600 }, (_, number) => 5 + number / 100));
		const node = await inactive();
		passDays(1);
		afterRequest = () => {
			for (let count = 0; count < 7; count++) service.control.noteActivity(others.pop() ?? ids[0]!);
		};
		for (let poll = 0; poll < 4; poll++) await node.poll();
		expect(emittedIds(node, 'member')).toEqual(ids);
	});

	it('is refused where the service does not say when members were active', async () => {
		for (const one of realm().members.values()) delete (one as { lastActive?: string }).lastActive;
		const node = trigger({ events: ['member.inactive'] });
		await expect(node.activate()).rejects.toThrow('it does not say when the members were last active');
	});

	it.each([0, 1.5, 4_000, 'soon'])('is not looked for after %s days', async (inactiveDays) => {
		const node = trigger({ events: ['member.inactive'], inactiveDays });
		await expect(node.activate()).rejects.toThrow('"Days Without Activity" must be a');
	});
});

describe('a member who returns', () => {
	it('is an event when active again, each time under another ID, with the same data as an inactive one', async () => {
		removeAll();
		const [away, here] = activeDaysAgo(40, 1) as [string, string];
		const node = await start('member.returned');
		await node.poll();
		expect(node.events).toEqual([]);
		service.control.noteActivity(away);
		service.control.noteActivity(here);
		await node.poll();
		await node.poll();
		const { username, displayName, email, lastActive } = member(away);
		expect(node.events).toMatchObject([
			{
				type: 'member.returned',
				data: { member: { id: away, username, displayName, email, lastActive }, days: 30 },
			},
		]);
		passDays(31);
		service.control.noteActivity(here);
		await node.poll();
		await node.poll();
		service.control.noteActivity(away);
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([away, away]);
		expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(2);
	});

	it('is not one who has just joined', async () => {
		const node = await start('member.returned');
		join(at(0));
		await node.poll();
		expect(node.events).toEqual([]);
	});

	it('is emitted again under the same ID after n8n died, though active once more', async () => {
		removeAll();
		const [away] = activeDaysAgo(40) as [string];
		const node = await start('member.returned');
		service.control.noteActivity(away);
		await node.poll('beforeTheExecution');
		service.control.noteActivity(away);
		await node.restart();
		await node.restart();
		expect(emittedIds(node, 'member')).toEqual([away]);
	});

	it('is none of those who become active while the first list is read', async () => {
		removeAll();
		const ids = activeDaysAgo(...Array.from({ length: 350 }, (_, number) => 1 + number / 100));
		const node = trigger({ events: ['member.returned'] });
		afterRequest = () => void service.control.noteActivity(ids[260]!);
		await node.activate();
		afterRequest = () => {};
		await node.poll();
		expect(node.events).toEqual([]);
	});
});

describe('a member with a referral', () => {
	const referred = async () => await start('member.referred');

	it('is an event with the referral, others who join are none', async () => {
		const { ada } = service.ids.members;
		service.control.joinMember('earlier', ada);
		const node = await referred();
		jest.advanceTimersByTime(1_000);
		service.control.joinMember('alone');
		const { id, username, displayName, email, joinedAt } = service.control.joinMember('lena', ada);
		await node.poll();
		await node.poll();
		expect(eventsOf(node)).toEqual([
			{ member: { id, username, displayName, email, joinedAt }, referralId: ada },
		]);
	});

	it('counts if the referral appears within a day after joining, and not later', async () => {
		const node = await referred();
		const [soon, late] = [join(), join()] as [string, string];
		await node.poll();
		passDays(0.9);
		member(soon).referralId = service.ids.members.ada;
		await node.poll();
		passDays(1);
		await node.poll();
		member(late).referralId = service.ids.members.ada;
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([soon]);
	});

	it('is not referred again by leaving and joining', async () => {
		const node = await referred();
		const one = service.control.joinMember('lena', service.ids.members.ada);
		await node.poll();
		service.control.leaveMember(one.id);
		await node.poll();
		realm().members.set(one.id, { ...one, joinedAt: at(5) });
		await node.poll();
		expect(node.events).toHaveLength(1);
	});

	it('costs one request in a realm with thousands of members', async () => {
		for (let number = 0; number < 3_000; number++) join(at(-30 * DAY_S - number));
		const node = await referred();
		const requests = service.requests.length;
		await node.poll();
		expect(askedSince(requests)).toHaveLength(1);
	});
});
