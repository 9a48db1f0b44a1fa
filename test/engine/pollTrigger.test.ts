import type { INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../sandbox/faults/fault';
import { useSteadyClock } from '../harness/clock';
import { listen } from '../harness/http/receiver';
import { credentialReference, runGraph } from './engine';
import { NODE, POLL_TRIGGER } from './nodeTypes';
import { PollNode } from './pollNode';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const realm = () => service.state.realms.get(service.realmId)!;
const fault = (more: Partial<FaultRequest>) =>
	service.control.addFault({ operation: '*', kind: 'status', ...more });
const askedSince = (before: number) => service.requests.slice(before).map(({ operationId }) => operationId);
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
/** Moves the clock by minutes. */
const pass = (minutes: number) => jest.setSystemTime(Date.now() + minutes * 60_000);

let count = 0;
/** A new member, who by default joins now. */
function join(joinedAt = at(count / 1000)): string {
	const { id } = service.control.joinMember(`joiner-${count++}`);
	realm().members.get(id)!.joinedAt = joinedAt;
	return id;
}

const otherRealm = () => ({ apiKey: service.keys.otherRealm, realmId: service.ids.otherRealm });

/** A new member who joins a realm now. */
function joinIn(realmId: string): string {
	if (realmId === service.realmId) return join();
	const { members } = service.state.realms.get(realmId)!;
	const id = (0xdef0000000 + count++).toString(16).padStart(24, '0');
	members.set(id, { ...[...members.values()][0]!, id, joinedAt: at(0) });
	return id;
}

/** A purchase, by default made now. */
function buy(createdAt = at(0)): string {
	const storeItem = service.ids.storeItems.badge;
	const [one] = realm().purchases.values();
	const { finalizedAt: _none, ...open } = one!;
	const id = (0xabc0000000 + count++).toString(16).padStart(24, '0');
	realm().purchases.set(id, {
		...open,
		id,
		storeItemId: storeItem,
		createdAt,
		isFinalized: false,
		status: 'pending',
	});
	return id;
}

const finalize = (id: string, finalizedAt = at(0)) =>
	Object.assign(realm().purchases.get(id)!, { isFinalized: true, finalizedAt, status: 'completed' });

const trigger = (parameters: INodeParameters, isDurable = false) =>
	new PollNode(parameters, service.credential(), isDurable);
const idsOf = (node: PollNode, name: 'member' | 'purchase' | 'quest' | 'raffle') =>
	node.events.map(({ data }) => (data as Record<string, { id: string }>)[name]!.id);

describe.each([
	['with n8n’s static data', false],
	['with durable cursors', true],
])('%s', (_what, isDurable) => {
	const members = () => trigger({ events: ['member.joined'] }, isDurable);

	it('emits nothing at first, and then each member who joins, once and in order', async () => {
		const node = members();
		await node.activate();
		const [first, second] = [join(), join()];
		await node.poll();
		await node.poll();
		const third = join();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([first, second, third]);
		expect(node.runs).toHaveLength(2);
	});

	it('emits the latest at first where that is chosen', async () => {
		const node = trigger({ events: ['member.joined'], options: { includeRecentEvents: 2 } }, isDurable);
		const joined = [join(at(10)), join(at(20)), join(at(30))];
		await node.activate();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined.slice(1));
	});

	it('distinguishes members who joined at the same time, whatever n8n stored meanwhile', async () => {
		const node = members();
		await node.activate();
		const now = at(0);
		const all = [];
		for (let round = 0; round < 4; round++) {
			all.push(join(now), join(now));
			await node.poll();
			await node.restart();
		}
		expect(idsOf(node, 'member').sort()).toEqual(all.sort());
	});

	it('emits none of the first members, however many joined at one moment', async () => {
		const moment = at(1);
		for (let number = 0; number < 250; number++) join(moment);
		const node = members();
		await node.activate();
		const before = service.requests.length;
		await node.poll();
		expect(askedSince(before)).toEqual(['member.getMany']);
		const joined = [join(at(2))];
		await node.poll();
		joined.push(...Array.from({ length: 120 }, (_, number) => join(at(3 + number / 1000))));
		await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined);
	});

	it('asks once a poll two minutes after many joined at one moment', async () => {
		const node = members();
		await node.activate();
		const moment = at(1);
		const joined = Array.from({ length: 620 }, () => join(moment));
		for (let poll = 0; poll < 3; poll++) await node.poll();
		pass(3);
		await node.poll();
		expect(idsOf(node, 'member').sort()).toEqual(joined.sort());
		const before = service.requests.length;
		await node.poll();
		expect(askedSince(before)).toEqual(['member.getMany']);
	});

	it('asks once a poll in an unchanged realm, for each event', async () => {
		const events = [
			'member.joined',
			'store.purchase.completed',
			'store.purchase.finalized',
			'raffle.drawn',
			'quest.changed',
			'balance.reached',
			'export.finished',
		];
		const [template] = realm().purchases.values();
		realm().purchases = new Map([[template!.id, Object.assign(template!, { createdAt: at(-20_000) })]]);
		finalize(template!.id, at(-19_000));
		for (let number = 0; number < 250; number++) {
			join(at(-9000 + number));
			finalize(buy(at(-9000 + number)), at(-8000 + number));
		}
		const jobIds = service.ids.exports.stalled;
		const node = trigger({ events, threshold: 100_000, currencyId: '', jobIds }, isDurable);
		await node.activate();
		// The trigger finds its place in the list of purchases once no earlier one can come late.
		pass(11);
		await node.poll();
		const before = service.requests.length;
		await node.poll();
		expect(askedSince(before).sort()).toEqual([
			'export.get',
			'member.getLeaderboard',
			'member.getMany',
			'purchase.getMany',
			'purchase.getMany',
			'quest.getMany',
			'raffle.getMany',
		]);
		expect(node.events).toEqual([]);
	});

	it('reads a backlog poll by poll, oldest first, and each member exactly once', async () => {
		const node = members();
		await node.activate();
		const joined = Array.from({ length: 1234 }, (_, number) => join(at(number / 100)));
		for (let polls = 0; polls < 4; polls++) await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined);
		expect(node.runs.map(({ length }) => length)).toEqual([500, 500, 234]);
	});

	it('continues a backlog after n8n was killed in the middle of it', async () => {
		const node = members();
		await node.activate();
		const joined = Array.from({ length: 1_100 }, (_, number) => join(at(number / 100)));
		await node.poll();
		await node.restart();
		for (let polls = 0; polls < 2; polls++) await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined);
	});

	it.each(['beforeAnything', 'beforeTheExecution', 'beforeTheCursor'] as const)(
		'loses and doubles nothing when n8n is killed %s',
		async (kill) => {
			const node = members();
			await node.activate();
			const joined = [join()];
			await node.poll();
			joined.push(join(), join());
			await node.poll(kill);
			joined.push(join());
			await node.restart();
			joined.push(join());
			await node.poll();
			await node.restart();
			await node.poll();
			expect(idsOf(node, 'member').sort()).toEqual([...joined].sort());
		},
	);

	it('does not repeat an execution that failed: n8n shows it, and a person can retry it', async () => {
		const node = members();
		await node.activate();
		await node.poll();
		const joined = join();
		node.fails = true;
		await node.poll();
		node.fails = false;
		await node.restart();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([joined]);
	});

	it('continues after the service was down for an hour', async () => {
		const node = members();
		await node.activate();
		fault({ status: 503 });
		const joined = [join(), join()];
		for (let poll = 0; poll < 3; poll++) await node.poll();
		expect(node.events).toEqual([]);
		service.control.clearFaults();
		joined.push(join());
		await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined);
	});

	it('knows its start after a kill before the first poll', async () => {
		const node = members();
		await node.activate();
		const joined = join();
		await node.restartAnew();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([joined]);
	});

	it('knows an event that begins while another one is emitted', async () => {
		const node = members();
		await node.activate();
		join();
		node.parameters = { ...node.parameters, events: ['member.joined', 'raffle.drawn'] };
		await node.activate();
		expect(node.events).toHaveLength(1);
		const raffle = [...realm().raffles.values()].find(({ winners }) => !winners)!;
		raffle.winners = [service.ids.members.ada];
		await node.restartAnew();
		await node.poll();
		expect(node.events.map(({ type }) => type)).toEqual(['member.joined', 'raffle.drawn']);
	});

	it.each<[string, (node: PollNode) => void]>([
		['the realm', (node) => (node.credential = { ...node.credential, ...otherRealm() })],
		[
			'the base URL',
			(node) =>
				(node.credential = {
					...node.credential,
					baseUrl: service.baseUrl.replace('127.0.0.1', 'localhost'),
				}),
		],
		['the key', (node) => (node.credential = { ...node.credential, apiKey: service.keys.admin })],
		['nothing', () => {}],
	])(
		'waits when n8n starts for a service that is down for an hour, though %s has changed',
		async (_what, change) => {
			const node = trigger({ events: ['member.joined', 'raffle.drawn'] }, isDurable);
			await node.activate();
			fault({ status: 503 });
			change(node);
			await node.restart();
			let told = 0;
			for (let minute = 0; minute < 60; minute++) {
				pass(1);
				await node.poll().catch(() => told++);
			}
			service.control.clearFaults();
			await node.poll();
			await node.restart();
			const joined = joinIn(node.credential.realmId as string);
			await node.poll();
			expect(idsOf(node, 'member')).toEqual([joined]);
			// A lasting problem fails an execution after a quarter of an hour, and at most one per hour.
			expect(told).toBe(1);
		},
	);

	it('waits when n8n starts for a key that is accepted again', async () => {
		const node = members();
		await node.activate();
		fault({ status: 401 });
		await node.restart();
		service.control.clearFaults();
		const joined = join();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([joined]);
	});

	it('reports the problem when a person publishes again, and continues from its position', async () => {
		const node = members();
		await node.activate();
		const joined = join();
		fault({ status: 503 });
		await expect(node.activate()).rejects.toThrow(/could not process the request/);
		service.control.clearFaults();
		await node.activate();
		expect(idsOf(node, 'member')).toEqual([joined]);
	});

	it('is not given up when n8n restarts it by itself', async () => {
		const node = members();
		await node.activate();
		const joined = join();
		fault({ status: 503 });
		for (const mode of ['update', 'leadershipChange'] as const) await node.activate(mode);
		service.control.clearFaults();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([joined]);
	});

	it('starts again while the service is down', async () => {
		const node = members();
		await node.activate();
		const joined = join();
		fault({ kind: 'drop' });
		await node.restart();
		service.control.clearFaults();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([joined]);
	});

	it('starts again for another realm', async () => {
		const node = members();
		await node.activate();
		node.credential = { ...node.credential, ...otherRealm() };
		await node.restart();
		await node.poll();
		expect(node.events).toEqual([]);
	});
});

describe('the state in n8n', () => {
	it('may be damaged or gone while the service is down: the trigger waits for both', async () => {
		for (const isGone of [true, false]) {
			const node = trigger({ events: ['member.joined'] });
			await node.activate();
			for (const data of node.remembered()) data.positions = isGone ? undefined : { 'member.joined': 'x' };
			fault({ status: 503 });
			await node.restartAnew();
			for (let poll = 0; poll < 3; poll++) await node.poll();
			service.control.clearFaults();
			await node.poll();
			const joined = join();
			await node.poll();
			expect(idsOf(node, 'member')).toEqual([joined]);
		}
	});

	it('stays small and its polls cheap in a month of a busy realm', async () => {
		const quest = realm().quests.get(service.ids.quests.firstSteps)!;
		const [raffle] = realm().raffles.values();
		const events = ['member.joined', 'store.purchase.completed', 'store.purchase.finalized'];
		const node = trigger({
			events: [...events, 'quest.changed', 'raffle.drawn', 'balance.reached'],
			threshold: 40,
		});
		const [purchase] = realm().purchases.values();
		realm().purchases = new Map([[purchase!.id, Object.assign(purchase!, { createdAt: at(-20_000) })]]);
		finalize(purchase!.id, at(-19_000));
		await node.activate();
		const sizes: number[] = [];
		const costs: number[] = [];
		for (let day = 0; day < 30; day++) {
			const joined = Array.from({ length: day === 20 ? 3_000 : 40 }, (_, number) => join(at(number / 1_000)));
			for (const [number, id] of joined.slice(0, 40).entries()) {
				finalize(buy(at(number / 10)));
				if (Number(`0x${id.slice(-1)}`) < 4) service.control.completeQuest(quest.id, id);
			}
			for (const id of joined.slice(30)) service.control.leaveMember(id);
			quest.name = `Quest of day ${day}`;
			realm().raffles.set(`raffle-${day}`, { ...raffle!, id: `raffle-${day}`, winners: [joined[0]!] });
			for (let poll = 0; poll < 4; poll++) {
				await node.poll().catch(() => undefined);
				sizes.push(JSON.stringify(node.stored).length);
				pass(6 * 60);
			}
			const before = service.requests.length;
			await node.poll();
			costs.push(service.requests.length - before);
		}
		expect(Math.max(...sizes)).toBeLessThan(50_000);
		// One request for each event, one for each further hundred members above the threshold, and one for the later
		// raffles. The service chooses the size of their first page.
		expect(Math.max(...costs)).toBeLessThanOrEqual(9);
	}, 60_000);

	it('holds ten thousand members above a threshold in less than 200 kB', async () => {
		const page = (from: number) => ({
			data: Array.from({ length: 100 }, (_, index) => ({ accountId: `member-${from + index}`, balance: 99 })),
			meta: { hasNextPage: from + 100 < 9_900, endCursor: String(from) },
		});
		const server = await listen((request, response) => {
			const after = new URL(request.url!, 'http://localhost').searchParams.get('after');
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(page(after === null ? 0 : Number(after) + 100)));
		});
		const node = new PollNode(
			{ events: ['balance.reached'], threshold: 1 },
			service.credential({ baseUrl: server.url }),
		);
		await node.activate();
		await server.stop();
		const size = JSON.stringify(node.stored).length;
		expect([size > 100_000, size < 200_000]).toEqual([true, true]);
	});

	it('survives another name of the node', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		const joined = [join()];
		await node.poll();
		joined.push(join());
		node.name = 'Renamed';
		await node.restart();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined);
	});

	it('stays small, however many there are', async () => {
		for (let number = 0; number < 2000; number++) join(at(-90_000 + number));
		const node = trigger({ events: ['member.joined', 'store.purchase.completed'] });
		await node.activate();
		await node.poll();
		join();
		await node.poll();
		expect(JSON.stringify(node.stored).length).toBeLessThan(2_000);
	});

	it('holds neither names nor keys', async () => {
		const node = trigger({ events: ['member.joined', 'quest.changed'] });
		await node.activate();
		join();
		await node.poll();
		expect(JSON.stringify(node.stored)).not.toMatch(/joiner|sandbox-key|@members/);
	});
});

describe('members', () => {
	it('who leave and join again are another event, though nobody joined since', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		const id = join();
		await node.poll();
		service.control.leaveMember(id);
		await node.poll();
		realm().members.set(id, { ...[...realm().members.values()].at(-1)!, id, joinedAt: at(5) });
		await node.poll();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([id, id]);
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
		expect(idsOf(node, 'member')).toEqual(joined);
	});

	it('whose time lies in the future keep nobody else out, whether they were there at first or came later', async () => {
		join(at(90_000));
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		const joined: string[] = [];
		for (let round = 0; round < 3; round++) {
			joined.push(join(), join(at(90_001 + round)));
			await node.poll();
		}
		await node.restart();
		await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined);
	});
});

describe('members who join and leave while the list is read', () => {
	it('are neither doubled nor missed', async () => {
		for (let number = 0; number < 350; number++) join(at(-9_000 + number));
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
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
		expect(new Set(idsOf(node, 'member')).size).toBe(node.events.length);
		expect(idsOf(node, 'member').sort()).toEqual([...joined].sort());
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
		expect(idsOf(capped, 'member')).toEqual(joined);
	});

	it('of whom thousands joined at one moment, as by an import, are taken at the same cost a poll', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		const moment = at(-1);
		const joined = Array.from({ length: 3_200 }, () => join(moment));
		const costs: number[] = [];
		for (let poll = 0; poll < 7; poll++) {
			const before = service.requests.length;
			await node.poll();
			costs.push(service.requests.length - before);
		}
		expect(idsOf(node, 'member').sort()).toEqual(joined.sort());
		expect(Math.max(...costs)).toBeLessThan(20);
	});

	it('are found after thousands have left, whatever came before', async () => {
		const many = Array.from({ length: 2_500 }, (_, number) => join(at(-90_000 + number)));
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		for (const id of many) service.control.leaveMember(id);
		const joined = Array.from({ length: 300 }, (_, number) => join(at(number / 1_000)));
		const before = service.requests.length;
		await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined);
		expect(service.requests.length - before).toBeLessThan(6);
		for (const id of [...realm().members.keys()]) service.control.leaveMember(id);
		await node.poll();
		const again = [join(), join()];
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([...joined, ...again]);
	});

	it('are found though visible late, behind more than a page of others', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		const joined = Array.from({ length: 350 }, (_, number) => join(at(number / 1_000)));
		const late = realm().members.get(joined[20]!)!;
		realm().members.delete(late.id);
		await node.poll();
		pass(1.8);
		joined.push(...Array.from({ length: 250 }, (_, number) => join(at(number / 1_000))));
		realm().members.set(late.id, late);
		await node.poll();
		expect(idsOf(node, 'member').sort()).toEqual(joined.sort());
	});

	it('are not missed where others leave between two pages of a long list', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
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
		const emitted = idsOf(node, 'member');
		expect(new Set(emitted).size).toBe(emitted.length);
		expect(joined.filter((id) => !gone.has(id) && !emitted.includes(id))).toEqual([]);
	});

	it('of whom more joined than a poll has time for are taken on from its place', async () => {
		const node = trigger({ events: ['member.joined'] });
		node.budget = 4_000;
		await node.activate();
		pass(60);
		const joined = Array.from({ length: 1_500 }, (_, number) => join(at(-3_000 + number)));
		fault({ operation: 'member.getMany', kind: 'delay', delay: 250 });
		const costs: number[] = [];
		for (let poll = 0; poll < 12; poll++) {
			const before = service.requests.length;
			await node.poll();
			costs.push(service.requests.length - before);
			if (poll === 2) await node.restartAnew();
			if (poll === 4) joined.push(join());
		}
		expect(idsOf(node, 'member').sort()).toEqual(joined.sort());
		expect(Math.max(...costs)).toBeLessThan(8);
	});

	it('of whom many joined are taken on from its place after a request that fails', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		pass(60);
		const joined = Array.from({ length: 1_500 }, (_, number) => join(at(-3_000 + number)));
		const faults = [{ kind: 'status' as const, status: 500 }];
		service.control.setFaultPlan({ operation: 'member.getMany', seed: 3, rate: 0.6, faults });
		for (let poll = 0; poll < 40; poll++) await node.poll().catch(() => undefined);
		expect(idsOf(node, 'member').sort()).toEqual(joined.sort());
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

describe('purchases', () => {
	const both = ['store.purchase.completed', 'store.purchase.finalized'];

	it.each(['oldest first', 'newest first', 'in no order'])(
		'are each emitted once, listed %s',
		async (order) => {
			const shuffle = () => {
				const all = [...realm().purchases.values()].sort((one, other) =>
					order === 'in no order'
						? one.id.slice(-2) < other.id.slice(-2)
							? -1
							: 1
						: (order === 'oldest first' ? 1 : -1) * (one.createdAt < other.createdAt ? -1 : 1),
				);
				realm().purchases = new Map(all.map((one) => [one.id, one]));
			};
			const old = Array.from({ length: 230 }, (_, number) => buy(at(-90_000 + number)));
			for (const id of old.slice(20)) finalize(id, at(-80_000));
			shuffle();
			const node = trigger({ events: both });
			await node.activate();
			expect(node.events).toEqual([]);
			const made: string[] = [];
			const finalized: string[] = [];
			for (let round = 0; round < 4; round++) {
				made.push(buy(at(round)), buy(at(round)));
				finalize(old[round]!, at(round));
				finalize(made[round]!, at(round));
				finalized.push(old[round]!, made[round]!);
				shuffle();
				await node.poll();
				if (round === 2) await node.restart();
			}
			await node.poll();
			const of = (type: string) =>
				node.events
					.filter((event) => event.type === type)
					.map(({ data }) => (data as { purchase: { id: string } }).purchase.id)
					.sort();
			expect(of('store.purchase.completed')).toEqual(made.sort());
			expect(of('store.purchase.finalized')).toEqual(finalized.sort());
		},
	);

	it('are found although the one that the place is named after is gone', async () => {
		for (let number = 0; number < 250; number++) finalize(buy(at(-90_000 + number)), at(-80_000));
		const node = trigger({ events: ['store.purchase.completed'] });
		await node.activate();
		await node.poll();
		const before = [...realm().purchases.keys()];
		for (const id of before.slice(90, 210)) realm().purchases.delete(id);
		const made = buy();
		await node.poll();
		expect(idsOf(node, 'purchase')).toEqual([made]);
	});

	it('are found although the service has nothing behind a place that is gone', async () => {
		const all = Array.from({ length: 250 }, (_, number) => buy(at(-90_000 + number))).map((id) =>
			finalize(id, at(-80_000)),
		);
		const server = await listen((request, response) => {
			const query = new URL(request.url!, 'http://localhost').searchParams;
			const [after, take] = [query.get('after'), Number(query.get('take') ?? 25)];
			const place = all.findIndex(({ id }) => id === after) + 1;
			const rest = after !== null && place === 0 ? [] : all.slice(place);
			const data = rest.slice(0, take);
			const meta = { hasNextPage: rest.length > take, endCursor: data.at(-1)?.id };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ data, meta }));
		});
		const node = new PollNode(
			{ events: ['store.purchase.completed'] },
			service.credential({ baseUrl: server.url }),
		);
		await node.activate();
		await node.poll();
		all.splice(90, 120);
		const made = realm().purchases.get(buy())!;
		all.push(made as never);
		await node.poll();
		await server.stop();
		expect(idsOf(node, 'purchase')).toEqual([made.id]);
	});

	it('are not kept out by one whose time lies in the future', async () => {
		buy(at(90_000));
		const node = trigger({ events: ['store.purchase.completed'] });
		await node.activate();
		await node.poll();
		const future = [buy(at(90_001))];
		await node.poll();
		const made = [buy(at(1)), buy(at(2))];
		await node.poll();
		await node.poll();
		expect(idsOf(node, 'purchase').slice(-3)).toEqual([...future, ...made]);
	});

	/** A service that lists purchases in a special way, and the trigger for it. */
	async function listing(event: string, answer: (query: URLSearchParams) => object, delay = 0) {
		const server = await listen((request, response) => {
			response.setHeader('content-type', 'application/json');
			const body = answer(new URL(request.url!, 'http://localhost').searchParams);
			setTimeout(() => response.end(JSON.stringify(body)), delay);
		});
		const node = new PollNode({ events: [event] }, service.credential({ baseUrl: server.url }));
		return { node, stop: async () => await server.stop() };
	}
	const oldOnes = (number: number) =>
		Array.from({ length: number }, (_, index) => realm().purchases.get(buy(at(-90_000 + index)))!);

	it('are found on all pages where these have numbers', async () => {
		const all = oldOnes(250);
		const { node, stop } = await listing('store.purchase.completed', (query) => {
			const page = Number(query.get('page') ?? 1);
			const meta = { page, limit: 100, total: all.length, totalPages: Math.ceil(all.length / 100) };
			return { data: all.slice((page - 1) * 100, page * 100), meta };
		});
		await node.activate();
		await node.poll();
		all.splice(10, 120);
		all.push(realm().purchases.get(buy())!);
		await node.poll();
		await stop();
		expect(idsOf(node, 'purchase')).toEqual([all.at(-1)!.id]);
	});

	it('behind more than a poll has time for are found by the polls after it', async () => {
		// The first purchase stays open forever, so each poll would start there.
		const all = oldOnes(12);
		for (const { id } of all.slice(1, -1)) finalize(id, at(-80_000));
		const { node, stop } = await listing(
			'store.purchase.finalized',
			(query) => {
				const place = all.findIndex(({ id }) => id === query.get('after')) + 1;
				return {
					data: [realm().purchases.get(all[place]!.id)],
					meta: { hasNextPage: place + 1 < all.length, endCursor: all[place]!.id },
				};
			},
			250,
		);
		await node.activate();
		node.budget = 4_000;
		const last = finalize(all.at(-1)!.id, at(0));
		await node.poll();
		expect(node.events).toEqual([]);
		for (let polls = 0; polls < 2; polls++) await node.poll();
		await stop();
		expect([idsOf(node, 'purchase'), node.warnings]).toEqual([[last.id], []]);
	});

	it('have the form of the event that is delivered', async () => {
		const node = trigger({ events: ['store.purchase.completed'] });
		await node.activate();
		const { badge } = service.ids.storeItems;
		Object.assign(realm().storeItems.get(badge)!, { price: 0, stock: null, maxPerUser: null });
		const purchase = service.control.buyItem(badge, service.ids.members.bonusPool);
		await node.poll();
		const [delivered] = service.control.deliveries();
		const [event] = node.events;
		expect(event).toMatchObject({
			type: 'store.purchase.completed',
			realmId: service.realmId,
			timestamp: purchase.createdAt,
			data: { purchase: { id: purchase.id }, completedAt: purchase.createdAt },
		});
		expect(Object.keys(event!)).toEqual(['eventId', 'type', 'timestamp', 'realmId', 'data']);
		expect(event!.eventId).toMatch(/^[0-9a-f]{64}$/);
		expect(delivered).toBeUndefined();
	});
});

it('a member who joins has the form of the event that is delivered', async () => {
	const node = trigger({ events: ['member.joined'] });
	await node.activate();
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

describe('raffles', () => {
	it('are emitted when they have winners, once', async () => {
		const raffle = [...realm().raffles.values()].find(({ winners }) => !winners)!;
		const node = trigger({ events: ['raffle.drawn'] });
		await node.activate();
		await node.poll();
		raffle.winners = [service.ids.members.ada];
		await node.poll();
		await node.restart();
		await node.poll();
		expect(idsOf(node, 'raffle')).toEqual([raffle.id]);
		expect((node.events[0]!.data as { winners: unknown[] }).winners).toHaveLength(1);
	});
});

describe('quests', () => {
	const changedAs = (node: PollNode) => node.events.map(({ type }) => type);

	it('are emitted when they are added and whenever they change, also back', async () => {
		const quest = realm().quests.get(service.ids.quests.firstSteps)!;
		const node = trigger({ events: ['quest.changed'] });
		await node.activate();
		const name = quest.name;
		for (const next of ['Other', name, 'Other']) {
			quest.name = next;
			await node.poll();
			await node.poll();
		}
		realm().quests.set('new', { ...quest, id: 'new' });
		realm().tasks.set('new', []);
		await node.poll();
		await node.restart();
		expect(changedAs(node)).toEqual(['quest.changed', 'quest.changed', 'quest.changed', 'quest.added']);
		expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(4);
	});

	it('are emitted also when they change as they did before the event was chosen anew', async () => {
		const quest = realm().quests.get(service.ids.quests.firstSteps)!;
		const { name } = quest;
		const node = trigger({ events: ['quest.changed'] });
		await node.activate();
		for (const round of [1, 2]) {
			for (const next of ['Other', name]) {
				quest.name = next;
				await node.poll();
			}
			expect(node.events).toHaveLength(2 * round);
			for (const events of [['raffle.drawn'], ['quest.changed']]) {
				node.parameters = { events };
				await node.activate();
				await node.poll();
			}
		}
	});

	it('are not new again after one page that lacked them', async () => {
		const quests = Array.from({ length: 150 }, (_, number) => ({
			id: `q${number}`,
			name: `Quest ${number}`,
		}));
		const answer = (data: unknown[], more: object, times = 1) =>
			fault({ operation: 'quest.getMany', status: 200, times, body: { data, meta: more } });
		const whole = (all: unknown[]) => {
			answer(all.slice(0, 100), { hasNextPage: true, endCursor: 'q99' });
			answer(all.slice(100), { hasNextPage: false });
		};
		const node = trigger({ events: ['quest.changed'] });
		whole(quests);
		await node.activate();
		whole(quests.filter(({ id }) => id !== 'q120'));
		await node.poll();
		whole(quests);
		await node.poll();
		expect(node.events).toEqual([]);
	});
});

describe('a balance that is reached', () => {
	const board = (...balances: number[]) => {
		service.control.clearFaults();
		fault({
			operation: 'member.getLeaderboard',
			status: 200,
			body: {
				data: balances.map((balance, index) => ({ accountId: `m${index}`, balance, rank: index + 1 })),
				meta: { hasNextPage: false },
			},
		});
	};

	it('is emitted once, and again after it fell below', async () => {
		const node = trigger({ events: ['balance.reached'], threshold: 100 });
		board(150, 90);
		await node.activate();
		for (const balances of [
			[150, 100],
			[160, 120],
			[160, 99],
			[160, 100],
			[160, 100],
		]) {
			board(...balances);
			await node.poll();
		}
		expect(node.events.map(({ data }) => data)).toMatchObject([
			{ member: { id: 'm1' }, newBalance: 100, threshold: 100 },
			{ member: { id: 'm1' }, newBalance: 100, threshold: 100 },
		]);
		expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(2);
	});

	it('is emitted again when another threshold was tried in between', async () => {
		const node = trigger({ events: ['balance.reached'], threshold: 100 });
		board(150, 90);
		await node.activate();
		board(150, 100);
		await node.poll();
		board(150, 90);
		for (const threshold of [500, 100]) {
			node.parameters = { events: ['balance.reached'], threshold };
			await node.activate();
			await node.poll();
		}
		board(150, 100);
		await node.poll();
		await node.poll();
		expect(node.events.map(({ data }) => data)).toMatchObject([
			{ member: { id: 'm1' } },
			{ member: { id: 'm1' } },
		]);
	});

	it('may be text with more digits than a number has, which is emitted as the service wrote it', async () => {
		const node = trigger({ events: ['balance.reached'], threshold: 100 });
		const boardOf = (...balances: unknown[]) => board(...(balances as number[]));
		boardOf('9007199254740993', '100.123456789012345678', '99.999999999999999999', 5);
		await node.activate();
		boardOf('9007199254740993', '100.123456789012345678', '100.000000000000000001', 5);
		await node.poll();
		expect(node.events.map(({ data }) => (data as { newBalance: unknown }).newBalance)).toEqual([
			'100.000000000000000001',
		]);
		boardOf('many');
		await node.poll();
		expect(node.warnings.join()).toMatch(/does not show every balance/);
	});

	it('asks for no more than reaches the threshold', async () => {
		const node = trigger({ events: ['balance.reached'], threshold: 1_000_000 });
		await node.activate();
		expect(service.requests).toHaveLength(1);
	});
});

describe('exports', () => {
	it('are emitted when they are over, each once, and not asked for any more', async () => {
		const { running, completed } = service.ids.exports;
		const node = trigger({ events: ['export.finished'], jobIds: `${running}, ${completed}` });
		await node.activate();
		for (let poll = 0; poll < 6; poll++) await node.poll();
		expect(node.events.map(({ data }) => data)).toMatchObject([{ state: 'done', job: { jobId: running } }]);
		const before = service.requests.length;
		await node.poll();
		expect(askedSince(before)).toEqual([]);
	});

	it('are not given up for the page of a proxy that finds no service for a moment', async () => {
		const node = trigger({ events: ['export.finished'], jobIds: service.ids.exports.running });
		await node.activate();
		fault({ operation: 'export.get', kind: 'html', status: 404, times: 1 });
		for (let poll = 0; poll < 6; poll++) await node.poll().catch(() => undefined);
		expect(node.events.map(({ data }) => data)).toMatchObject([{ state: 'done' }]);
	});

	const manyJobs = (count: number) => {
		const job = service.state.exports.get(service.ids.exports.stalled)!;
		const ids = Array.from({ length: count }, (_, number) => `job${number}`);
		for (const jobId of ids) service.state.exports.set(jobId, { ...job, jobId });
		return ids;
	};
	const end = (jobId: string) =>
		Object.assign(service.state.exports.get(jobId)!, { fate: 'finish', completedAt: at(0) });
	const jobsOf = (node: PollNode) =>
		node.events.map(({ data }) => (data as { job: { jobId: string } }).job.jobId);

	it('of which there are more than the limit allows are asked for in turn', async () => {
		const ids = manyJobs(40);
		const node = trigger({ events: ['export.finished'], jobIds: ids.join(',') });
		node.budget = 2_000;
		service.control.setRateLimit({ limit: 24, windowSeconds: 60 });
		await node.activate();
		// The others run on, and are as many as the limit.
		const over = ids.slice(24);
		for (const jobId of over) end(jobId);
		for (let minute = 0; minute < 6; minute++) {
			jest.advanceTimersByTime(60_000);
			await node.poll();
		}
		expect(jobsOf(node).sort()).toEqual(over.sort());
	});

	it('are not held up by one that the service refuses', async () => {
		const ids = manyJobs(3);
		const node = trigger({ events: ['export.finished'], jobIds: ids.join(',') });
		await node.activate();
		service.state.exports.get(ids[1]!)!.realmId = service.ids.otherRealm;
		end(ids[0]!);
		end(ids[2]!);
		await node.poll();
		await node.poll().catch(() => undefined);
		expect(jobsOf(node)).toEqual([ids[0], ids[2]]);
		expect(node.warnings.join()).toMatch(/not allowed/);
	});

	it('that were over before are emitted where that is chosen', async () => {
		const { completed, failed } = service.ids.exports;
		const node = trigger({
			events: ['export.finished'],
			jobIds: `${completed},${failed}`,
			options: { includeRecentEvents: 5 },
		});
		await node.activate();
		await node.poll();
		expect(node.events.map(({ data }) => (data as { state: string }).state)).toEqual(['done', 'failed']);
	});
});

describe('a test run', () => {
	it('shows the newest of each event, and changes nothing', async () => {
		const node = trigger({ events: ['member.joined', 'raffle.drawn'] });
		await node.activate();
		const joined = join(at(10));
		const shown = await node.test();
		expect(shown[0]).toMatchObject({ type: 'member.joined', data: { member: { id: joined } } });
		await node.poll();
		expect(idsOf(node, 'member')).toEqual([joined]);
	});

	it('drops nothing, however often it runs', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		join();
		await node.poll();
		expect(await node.test()).toHaveLength(1);
		expect(await node.test()).toHaveLength(1);
	});
});

it('an event that comes twice is paid once behind it, without a key of one’s own', async () => {
	const { ada } = service.ids.members;
	const pay = async (mode: 'trigger' | 'webhook') =>
		await runGraph({
			credential: service.credential(),
			input: [{ eventId: 'a'.repeat(64), type: 'member.joined', data: { member: { id: ada } } }],
			nodes: {
				Start: {
					type: POLL_TRIGGER,
					parameters: { events: ['member.joined'] },
					credentials: credentialReference(),
				},
				Pay: {
					type: NODE,
					parameters: {
						resource: 'member',
						operation: 'updateBalance',
						serviceId: { __rl: true, mode: 'id', value: '={{ $json.data.member.id }}' },
						currencyId: { __rl: true, mode: 'id', value: '' },
						amount: 5,
					},
				},
			},
			connections: { Start: [['Pay']] },
			mode,
		});
	const first = await pay('trigger');
	// In another mode the event passes, as it does after n8n lost its record of the event.
	const second = await pay('webhook');
	expect(first.of('Pay').items[0]?.json).toMatchObject({ serviceId: ada });
	expect(second.of('Pay').items[0]?.json).toMatchObject({ skipped: true });
	expect(service.requests.filter(({ operationId }) => operationId === 'member.updateBalance')).toHaveLength(
		1,
	);
});

it('takes a currency from an expression', async () => {
	const node = trigger({
		events: ['balance.reached'],
		currencyId: { __rl: true, mode: 'id', value: `={{ '${service.ids.currencies.stars}' }}` },
	});
	await node.activate();
	expect(service.requests.map(({ status }) => status)).toEqual([200]);
});

it.each([
	['member.joined', 'member.getMany'],
	['store.purchase.completed', 'purchase.getMany'],
	['quest.changed', 'quest.getMany'],
	['raffle.drawn', 'raffle.getMany'],
	['balance.reached', 'member.getLeaderboard'],
])('%s takes null for a list without records, as Get Many does', async (event, operation) => {
	const node = trigger({ events: [event] });
	await node.activate();
	fault({ operation, status: 200, body: { data: null } });
	await node.poll();
	await node.poll();
	expect([node.events, node.warnings]).toEqual([[], []]);
});

it('800 members reach a balance: n8n dies after 500, and each comes once under one ID', async () => {
	const node = trigger({ events: ['balance.reached'], threshold: 50 });
	await node.activate();
	const { firstSteps } = service.ids.quests;
	const ids = Array.from({ length: 800 }, () => join());
	for (const id of ids) service.control.completeQuest(firstSteps, id);
	await node.poll('beforeTheExecution');
	await node.restart();
	await node.poll('beforeTheCursor');
	await node.restart();
	await node.poll();
	expect(idsOf(node, 'member').sort()).toEqual(ids.sort());
	expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(800);
	const other = trigger({ events: ['balance.reached'], threshold: 50, options: { includeRecentEvents: 20 } });
	await other.activate();
	const all = new Set(node.events.map(({ eventId }) => eventId));
	expect(
		other.events.filter(({ data }) => ids.includes((data as { member: { id: string } }).member.id)),
	).toEqual(other.events.filter(({ eventId }) => all.has(eventId)));
});

describe('what is wrong', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['no event', { events: [] }, /No event is chosen/],
		['an unknown event', { events: ['member.left'] }, /"Events" must be one of/],
		['no job', { events: ['export.finished'] }, /"Job IDs" is empty/],
		[
			'an expression without a value',
			{ events: ['member.joined'], realmId: '={{ null }}' },
			/"Realm ID" is an expression/,
		],
		[
			'a text with a part without a value',
			{ events: ['member.joined'], realmId: '=realm-{{ undefined }}' },
			/"Realm ID" contains an expression that returned no value: \{\{ undefined \}\}/,
		],
		[
			'a job with a part without a value',
			{ events: ['export.finished'], jobIds: '=one,{{ null }}' },
			/"Job IDs" contains an expression that returned no value/,
		],
		[
			'a currency with a part without a value',
			{
				events: ['balance.reached'],
				currencyId: { __rl: true, mode: 'id', value: '=currency-{{ "" }}' },
			},
			/"Currency" contains an expression that returned no value/,
		],
		[
			'an option with a part without a value',
			{ events: ['member.joined'], options: { includeRecentEvents: '=1{{ undefined }}' } },
			/"Include Recent Events" contains an expression that returned no value/,
		],
		[
			'an expression that n8n cannot evaluate',
			{ events: ['member.joined'], realmId: '={{ $json.nope }}' },
			/"Realm ID" is an expression that cannot be evaluated here/,
		],
		[
			'a number that is none',
			{ events: ['member.joined'], options: { includeRecentEvents: -1 } },
			/Include Recent Events/,
		],
	])('%s is named at publishing', async (_what, parameters, words) => {
		await expect(trigger(parameters).activate()).rejects.toThrow(words);
		expect(service.requests).toEqual([]);
	});

	it('at first fails the publication', async () => {
		fault({ status: 401 });
		await expect(trigger({ events: ['member.joined'] }).activate()).rejects.toThrow(
			/did not accept the API key/,
		);
	});

	it('with one event does not affect the others', async () => {
		const node = trigger({ events: ['member.joined', 'raffle.drawn'] });
		await node.activate();
		fault({ operation: 'raffle.getMany', status: 403 });
		const joined = [join()];
		await node.poll();
		joined.push(join());
		await node.poll();
		expect(idsOf(node, 'member')).toEqual(joined);
		expect(node.warnings.join()).toMatch(/not allowed/);
	});

	it('with one event is reported by the next poll that has nothing to emit', async () => {
		const node = trigger({ events: ['member.joined', 'raffle.drawn'] });
		await node.activate();
		fault({ operation: 'raffle.getMany', status: 403 });
		for (let busy = 0; busy < 3; busy++) {
			join();
			await node.poll();
		}
		await expect(node.poll()).rejects.toThrow(/not allowed/);
		await node.poll();
	});

	it('that lasts is reported at the second poll and then not again for an hour', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		fault({ status: 401 });
		await node.poll();
		await expect(node.poll()).rejects.toThrow(/did not accept the API key/);
		await node.poll();
		expect(node.warnings).toHaveLength(3);
	});

	it('that may pass is only logged at first, and reported when it lasts', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		fault({ status: 503 });
		await node.poll();
		await node.poll();
		const later = Date.now() + 16 * 60_000;
		const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
		await expect(node.poll()).rejects.toThrow(/could not process the request/);
		await node.poll();
		clock.mockRestore();
		expect(node.warnings).toHaveLength(4);
	});
});

describe('the time of a poll', () => {
	it('is kept when the service drips, and the next one goes on', async () => {
		const node = trigger({ events: ['member.joined'] });
		node.budget = 4_000;
		await node.activate();
		const joined = Array.from({ length: 450 }, (_, number) => join(at(number / 1000)));
		fault({ operation: 'member.getMany', kind: 'delay', delay: 300 });
		for (let poll = 0; poll < 12; poll++) {
			const began = performance.now();
			await node.poll();
			expect(performance.now() - began).toBeLessThan(node.budget);
		}
		expect(idsOf(node, 'member')).toEqual(joined);
	});

	it('is kept when the service hangs', async () => {
		const node = trigger({ events: ['member.joined', 'raffle.drawn'] });
		node.budget = 1_600;
		await node.activate();
		fault({ kind: 'timeout' });
		const began = performance.now();
		await node.poll();
		expect(performance.now() - began).toBeLessThan(node.budget);
	});

	it('belongs to one poll at a time', async () => {
		const node = trigger({ events: ['member.joined'] });
		await node.activate();
		join();
		fault({ kind: 'delay', delay: 200, operation: 'member.getMany' });
		await Promise.all([node.poll(), node.poll()]);
		expect(node.events).toHaveLength(1);
	});

	it('is shared when ten triggers want more than the limit, and nothing is left out', async () => {
		service.control.setRateLimit({ limit: 24, windowSeconds: 1 });
		const events = ['member.joined', 'raffle.drawn', 'quest.changed', 'store.purchase.completed'];
		const nodes = Array.from({ length: 10 }, () => trigger({ events }));
		for (const node of nodes) {
			await node.activate();
			node.budget = 8_000;
		}
		const joined: string[] = [];
		for (let minute = 0; minute < 4; minute++) {
			joined.push(join());
			await Promise.all(nodes.map(async (node) => await node.poll()));
		}
		expect(nodes.map((node) => idsOf(node, 'member'))).toEqual(nodes.map(() => joined));
	});

	it('is enough for ten triggers within a limit of 24 a minute', async () => {
		service.control.setRateLimit({ limit: 24, windowSeconds: 60 });
		const nodes = Array.from({ length: 10 }, () => trigger({ events: ['member.joined'] }));
		for (const node of nodes) await node.activate();
		const joined = join();
		for (const node of nodes) await node.poll();
		expect(nodes.map((node) => idsOf(node, 'member'))).toEqual(nodes.map(() => [joined]));
		expect(service.requests.filter(({ status }) => status === 429)).toEqual([]);
	});
});
