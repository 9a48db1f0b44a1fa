import { listen } from '../../harness/http/receiver';
import { PollNode } from '../pollNode';
import { at, emittedIds, hide, pass, usePolledRealm } from '../polledRecords';

/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const { service, realm, fault, askedSince, join, trigger, start } = usePolledRealm({
	onRequest: () => afterRequest(),
});
afterEach(() => (afterRequest = () => {}));

it('emits none of the first members, however many joined at one moment', async () => {
	const moment = at(1);
	for (let number = 0; number < 250; number++) join(moment);
	const node = await start('member.joined');
	const before = service.requests.length;
	await node.poll();
	expect(askedSince(before)).toEqual(['member.getMany']);
	const joined = [join(at(2))];
	await node.poll();
	joined.push(...Array.from({ length: 120 }, (_, number) => join(at(3 + number / 1000))));
	await node.poll();
	expect(emittedIds(node, 'member')).toEqual(joined);
});

it('a member who joins has the form of the event that is delivered', async () => {
	const node = await start('member.joined');
	const member = service.control.joinMember('form');
	await node.poll();
	const { id, username, displayName, joinedAt, credentials } = member;
	expect(node.events).toEqual([
		{
			eventId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
			type: 'member.joined',
			timestamp: joinedAt,
			realmId: service.realmId,
			data: {
				member: {
					id,
					username,
					displayName,
					joinedAt,
					credentials: credentials.map(({ oauthProvider, oauthAccountId }) => ({
						type: oauthProvider,
						platformId: oauthAccountId,
					})),
				},
			},
		},
	]);
});

describe('members', () => {
	it('who leave and join again are another event, though nobody joined since', async () => {
		const node = await start('member.joined');
		const id = join();
		await node.poll();
		service.control.leaveMember(id);
		await node.poll();
		realm().members.set(id, { ...[...realm().members.values()].at(-1)!, id, joinedAt: at(5) });
		await node.poll();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([id, id]);
		expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(2);
	});

	it('who joined earlier are not new after an empty first list', async () => {
		const node = trigger({ events: ['member.joined'] });
		const nobody = { data: [], meta: { page: 1, totalPages: 0, total: 0 } };
		fault({ operation: 'member.getMany', status: 200, times: 1, body: nobody });
		for (let number = 0; number < 120; number++) join();
		for (const member of realm().members.values()) member.joinedAt = at(-9_000);
		await node.activate();
		await node.poll();
		const joined = [join(at(-1)), join(at(0))];
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(joined);
	});

	it('whose time lies in the future keep nobody else out, whether they were there at first or came later', async () => {
		join(at(90_000));
		const node = await start('member.joined');
		const joined: string[] = [];
		for (let round = 0; round < 3; round++) {
			joined.push(join(), join(at(90_001 + round)));
			await node.poll();
		}
		await node.restart();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(joined);
	});
});

describe('members who join and leave while the list is read', () => {
	it('are neither doubled nor missed', async () => {
		for (let number = 0; number < 350; number++) join(at(-9_000 + number));
		const node = await start('member.joined');
		const old = [...realm().members.values()].slice(0, 60).map(({ id }) => id);
		const joined = Array.from({ length: 450 }, (_, number) => join(at(number / 1000)));
		let requests = 0;
		const watch = setInterval(() => {
			while (requests < service.requests.length) {
				requests++;
				const gone = old.pop();
				if (gone) service.control.leaveMember(gone);
				joined.push(join(at(1 + requests)));
			}
		}, 1);
		for (let poll = 0; poll < 6; poll++) await node.poll();
		clearInterval(watch);
		await node.poll();
		await node.poll();
		expect(new Set(emittedIds(node, 'member')).size).toBe(node.events.length);
		expect(emittedIds(node, 'member').sort()).toEqual([...joined].sort());
	});

	it('are all taken from a service whose pages are short', async () => {
		const all = () =>
			[...realm().members.values()]
				.map(({ id, joinedAt }) => ({ id, joinedAt }))
				.sort((one, other) => (one.joinedAt < other.joinedAt ? -1 : 1));
		const server = await listen((request, response) => {
			const query = new URL(request.url!, 'http://localhost').searchParams;
			const limit = Math.min(Number(query.get('limit')), 30);
			const page = Number(query.get('page'));
			const sorted = query.get('sortOrder') === 'asc' ? all() : all().reverse();
			const meta = { page, limit, total: sorted.length, totalPages: Math.ceil(sorted.length / limit) };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ data: sorted.slice((page - 1) * limit, page * limit), meta }));
		});
		const capped = new PollNode({ events: ['member.joined'] }, service.credential({ baseUrl: server.url }));
		await capped.activate();
		const joined = Array.from({ length: 230 }, (_, number) => join(at(300 + number / 100)));
		await capped.poll();
		await capped.poll();
		await server.stop();
		expect(emittedIds(capped, 'member')).toEqual(joined);
	});

	it('of whom thousands joined at one moment, as by an import, are taken at the same cost a poll', async () => {
		const node = await start('member.joined');
		const moment = at(-1);
		const joined = Array.from({ length: 3_200 }, () => join(moment));
		const costs: number[] = [];
		for (let poll = 0; poll < 7; poll++) {
			const before = service.requests.length;
			await node.poll();
			costs.push(service.requests.length - before);
		}
		expect(emittedIds(node, 'member').sort()).toEqual(joined.sort());
		expect(Math.max(...costs)).toBeLessThan(20);
	});

	it('are found after thousands have left, whatever came before', async () => {
		const many = Array.from({ length: 2_500 }, (_, number) => join(at(-90_000 + number)));
		const node = await start('member.joined');
		for (const id of many) service.control.leaveMember(id);
		const joined = Array.from({ length: 300 }, (_, number) => join(at(number / 1_000)));
		const before = service.requests.length;
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(joined);
		expect(service.requests.length - before).toBeLessThan(6);
		for (const id of [...realm().members.keys()]) service.control.leaveMember(id);
		await node.poll();
		const again = [join(), join()];
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([...joined, ...again]);
	});

	it('are not missed where others leave between two pages of a long list', async () => {
		const node = await start('member.joined');
		pass(10);
		const joined = Array.from({ length: 2_600 }, (_, number) => join(at(-400 + number / 10)));
		const gone = new Set<string>();
		let requests = service.requests.length;
		const watch = setInterval(() => {
			while (requests < service.requests.length) {
				requests++;
				// Among the newest members, whose pages were read.
				const id = joined[joined.length - 1 - gone.size]!;
				if (gone.size >= 60) return;
				gone.add(id);
				service.control.leaveMember(id);
			}
		}, 1);
		for (let poll = 0; poll < 5; poll++) await node.poll();
		clearInterval(watch);
		for (let poll = 0; poll < 5; poll++) await node.poll();
		const emitted = emittedIds(node, 'member');
		expect(new Set(emitted).size).toBe(emitted.length);
		expect(joined.filter((id) => !gone.has(id) && !emitted.includes(id))).toEqual([]);
	});

	it('of whom more joined than a poll has time for are taken on from its place', async () => {
		const node = trigger({ events: ['member.joined'] });
		node.budget = 4_000;
		await node.activate();
		pass(60);
		const joined = Array.from({ length: 900 }, (_, number) => join(at(-3_000 + number)));
		fault({ operation: 'member.getMany', kind: 'delay', delay: 250 });
		const costs: number[] = [];
		for (let poll = 0; poll < 9; poll++) {
			const before = service.requests.length;
			await node.poll();
			costs.push(service.requests.length - before);
			if (poll === 2) await node.restartAnew();
			if (poll === 4) joined.push(join());
		}
		expect(emittedIds(node, 'member').sort()).toEqual(joined.sort());
		expect(Math.max(...costs)).toBeLessThan(8);
	});

	it('of whom many joined are taken on from its place after a request that fails', async () => {
		const node = await start('member.joined');
		pass(60);
		const joined = Array.from({ length: 900 }, (_, number) => join(at(-3_000 + number)));
		const faults = [{ kind: 'status' as const, status: 500 }];
		service.control.setFaultPlan({ operation: 'member.getMany', seed: 3, rate: 0.6, faults });
		for (let poll = 0; poll < 25; poll++) await node.poll().catch(() => undefined);
		expect(emittedIds(node, 'member').sort()).toEqual(joined.sort());
	});

	it('are told of in words where the service does not sort', async () => {
		fault({
			operation: 'member.getMany',
			status: 200,
			body: {
				data: [
					{ id: 'a', joinedAt: at(-5) },
					{ id: 'b', joinedAt: at(0) },
				],
				meta: {},
			},
		});
		await expect(trigger({ events: ['member.joined'] }).activate()).rejects.toThrow(
			/does not sort the members/,
		);
	});
});

it('asks once a poll two minutes after many joined at one moment', async () => {
	const node = await start('member.joined');
	const moment = at(1);
	const joined = Array.from({ length: 620 }, () => join(moment));
	for (let poll = 0; poll < 3; poll++) await node.poll();
	pass(3);
	await node.poll();
	expect(emittedIds(node, 'member').sort()).toEqual(joined.sort());
	const before = service.requests.length;
	await node.poll();
	expect(askedSince(before)).toEqual(['member.getMany']);
});

/** A trigger, and members who join after its start: as many at one time, and one more later. */
async function startBeforeJoins(count: number) {
	const node = await start('member.joined');
	pass(10);
	const joinedAt = at(-300);
	const joined = Array.from({ length: count }, () => join(joinedAt));
	// After this one, the next poll does not look back as far as the others.
	joined.push(join());
	return { node, joined };
}

it('members who joined at one time are each emitted once, though their order changes between two pages', async () => {
	const { node, joined } = await startBeforeJoins(150);
	afterRequest = () => {
		realm().members = new Map([...realm().members].reverse());
		afterRequest = () => {};
	};
	for (let poll = 0; poll < 4; poll++) await node.poll();
	expect(emittedIds(node, 'member').sort()).toEqual(joined.sort());
});

it('members who joined at one time are each emitted once, though their order changes between two polls of a long list', async () => {
	const { node, joined } = await startBeforeJoins(1_700);
	await node.poll();
	realm().members = new Map([...realm().members].reverse());
	for (let poll = 0; poll < 9; poll++) await node.poll();
	expect(emittedIds(node, 'member').sort()).toEqual(joined.sort());
});

it('members whom the service shows up to two minutes late are emitted, also if it shows more than a page at once', async () => {
	const node = await start('member.joined');
	pass(60);
	await node.poll();
	const joined = Array.from({ length: 150 }, (_, number) => join(at(-100 + number / 2)));
	const shows = joined.map((id) => hide(realm().members, id));
	const seen = [join(at(0)), join(at(1))];
	for (let poll = 0; poll < 2; poll++) await node.poll();
	for (const show of shows) show();
	await node.poll();
	expect(emittedIds(node, 'member')).toEqual([...seen, ...joined]);
});
