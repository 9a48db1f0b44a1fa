import type { IDataObject } from 'n8n-workflow';

import { listen } from '../../harness/http/receiver';
import { credentialReference, runGraph } from '../engine';
import { NODE, POLL_TRIGGER } from '../nodeTypes';
import { PollNode } from '../pollNode';
import { at, emittedIds, pass, usePolledRealm } from '../polledRecords';

const { service, realm, fault, join, buy, finalize, trigger, start } = usePolledRealm();

const otherRealm = () => ({ apiKey: service.keys.otherRealm, realmId: service.ids.otherRealm });

/** A new member who joins a realm now. */
function joinIn(realmId: string): string {
	if (realmId === service.realmId) return join();
	const { members } = service.state.realms.get(realmId)!;
	const id = `def${members.size}`.padStart(24, '0');
	members.set(id, { ...[...members.values()][0]!, id, joinedAt: at(0) });
	return id;
}

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
		expect(emittedIds(node, 'member')).toEqual([first, second, third]);
		expect(node.runs).toHaveLength(2);
	});

	it('emits the latest at first where that is chosen', async () => {
		const node = trigger({ events: ['member.joined'], options: { includeRecentEvents: 2 } }, isDurable);
		const joined = [join(at(10)), join(at(20)), join(at(30))];
		await node.activate();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(joined.slice(1));
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
		expect(emittedIds(node, 'member').sort()).toEqual(all.sort());
	});

	it('reads a backlog poll by poll, oldest first, and continues after n8n was killed in the middle of it', async () => {
		const node = members();
		await node.activate();
		const joined = Array.from({ length: 1_100 }, (_, number) => join(at(number / 100)));
		await node.poll();
		await node.restart();
		for (let polls = 0; polls < 2; polls++) await node.poll();
		expect(emittedIds(node, 'member')).toEqual(joined);
		expect(node.runs.map(({ length }) => length)).toEqual([500, 500, 100]);
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
			expect(emittedIds(node, 'member').sort()).toEqual([...joined].sort());
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
		expect(emittedIds(node, 'member')).toEqual([joined]);
	});

	it('knows its start after a kill before the first poll', async () => {
		const node = members();
		await node.activate();
		const joined = join();
		await node.restartAnew();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([joined]);
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
			for (let minute = 0; minute < 60; minute += 5) {
				pass(5);
				await node.poll().catch(() => told++);
			}
			service.control.clearFaults();
			await node.poll();
			await node.restart();
			const joined = joinIn(node.credential.realmId as string);
			await node.poll();
			expect(emittedIds(node, 'member')).toEqual([joined]);
			// A lasting problem fails an execution after a quarter of an hour, and at most one per hour.
			expect(told).toBe(1);
		},
	);

	it('reports the problem when a person publishes again, and continues from its position', async () => {
		const node = members();
		await node.activate();
		const joined = join();
		fault({ status: 503 });
		await expect(node.activate()).rejects.toThrow(/could not process the request/);
		service.control.clearFaults();
		await node.activate();
		expect(emittedIds(node, 'member')).toEqual([joined]);
	});

	it('is not given up when n8n restarts it by itself', async () => {
		const node = members();
		await node.activate();
		const joined = join();
		fault({ status: 503 });
		for (const mode of ['update', 'leadershipChange'] as const) await node.activate(mode);
		service.control.clearFaults();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([joined]);
	});
});

describe('the state in n8n', () => {
	it('may be damaged or gone while the service is down: the trigger waits for both', async () => {
		for (const isGone of [true, false]) {
			const node = await start('member.joined');
			for (const data of node.remembered()) data.positions = isGone ? undefined : { 'member.joined': 'x' };
			fault({ status: 503 });
			await node.restartAnew();
			for (let poll = 0; poll < 3; poll++) await node.poll();
			service.control.clearFaults();
			await node.poll();
			const joined = join();
			await node.poll();
			expect(emittedIds(node, 'member')).toEqual([joined]);
		}
	});

	it('stays small and its polls cheap in two weeks of a busy realm', async () => {
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
		for (let day = 0; day < 14; day++) {
			const joined = Array.from({ length: day === 9 ? 1_200 : 40 }, (_, number) => join(at(number / 1_000)));
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
		expect(Math.max(...sizes)).toBeLessThan(10_000);
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
		const node = await start('member.joined');
		const joined = [join()];
		await node.poll();
		joined.push(join());
		node.name = 'Renamed';
		await node.restart();
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual(joined);
	});

	it('holds neither names nor keys', async () => {
		const node = trigger({ events: ['member.joined', 'quest.changed'] });
		await node.activate();
		join();
		await node.poll();
		expect(JSON.stringify(node.stored)).not.toMatch(/joiner|sandbox-key|@members/);
	});
});

it('with durable cursors, the first events are emitted again where n8n refuses to store them', async () => {
	const node = trigger({ events: ['store.purchase.completed'] }, true);
	await node.activate();
	const made = [buy()];
	await node.poll('beforeAnything');
	made.push(buy());
	await node.poll();
	await node.poll();
	expect(emittedIds(node, 'purchase')).toEqual(made);
});

it('a position that cannot be read is named in the log, and its event starts again without it', async () => {
	const node = await start('raffle.drawn');
	for (const { positions } of node.remembered()) {
		for (const name of Object.keys(positions as IDataObject)) (positions as IDataObject)[name] = 'x';
	}
	const raffle = realm().raffles.get(service.ids.raffle)!;
	raffle.winners = [service.ids.members.ada];
	await node.restart();
	await node.poll();
	expect([node.events, node.warnings]).toEqual([
		[],
		[expect.stringContaining('cannot read its stored position of raffle.drawn')],
	]);
});

describe('a test run', () => {
	it('shows the newest of each event, and changes nothing', async () => {
		const node = trigger({ events: ['member.joined', 'raffle.drawn'] });
		await node.activate();
		const joined = join(at(10));
		const shown = await node.test();
		expect(shown[0]).toMatchObject({ type: 'member.joined', data: { member: { id: joined } } });
		await node.poll();
		expect(emittedIds(node, 'member')).toEqual([joined]);
		expect(await node.test()).toEqual(shown);
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
