import type { IDataObject } from 'n8n-workflow';

import type { PollNode } from '../pollNode';
import { at, emittedIds, showLeaderboard, usePolledRealm } from '../polledRecords';

const { service, realm, fault, askedSince, join, trigger, start } = usePolledRealm();

describe('raffles', () => {
	it('are emitted when they have winners, once', async () => {
		const raffle = [...realm().raffles.values()].find(({ winners }) => !winners)!;
		const node = await start('raffle.drawn');
		await node.poll();
		raffle.winners = [service.ids.members.ada];
		await node.poll();
		await node.restart();
		await node.poll();
		expect(emittedIds(node, 'raffle')).toEqual([raffle.id]);
		expect((node.events[0]!.data as { winners: unknown[] }).winners).toHaveLength(1);
	});
});

describe('quests', () => {
	const changedAs = (node: PollNode) => node.events.map(({ type }) => type);

	it('are emitted when they are added and whenever they change, also back', async () => {
		const quest = realm().quests.get(service.ids.quests.firstSteps)!;
		const node = await start('quest.changed');
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
		const node = await start('quest.changed');
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
});

/** A published trigger for changes of quests. The next list of the service has these quests. */
function watchQuests() {
	const show = (quests: readonly IDataObject[]) => {
		service.control.clearFaults();
		const body = { data: quests, meta: { hasNextPage: false } };
		fault({ operation: 'quest.getMany', status: 200, body });
	};
	const node = trigger({ events: ['quest.changed'] });
	return { node, show };
}

const quest = {
	id: 'q',
	name: 'First steps',
	description: 'Walk',
	type: 'once',
	status: 'active',
	startDate: '2026-01-01T00:00:00.000Z',
	endDate: '2027-01-01T00:00:00.000Z',
	tasks: [{ id: 't', name: 'Walk', order: 1 }],
};

it.each([
	['name', 'Other'],
	['description', 'Run'],
	['type', 'daily'],
	['status', 'ended'],
	['startDate', '2026-02-01T00:00:00.000Z'],
	['endDate', null],
	['tasks', [{ id: 't', name: 'Run', order: 1 }]],
])('a quest has changed when its %s has', async (name, value) => {
	const { node, show } = watchQuests();
	show([quest]);
	await node.activate();
	show([{ ...quest, [name]: value }]);
	await node.poll();
	expect(node.events.map(({ type }) => type)).toEqual(['quest.changed']);
});

it('a quest has not changed when other numbers or only the order of its fields have', async () => {
	const { node, show } = watchQuests();
	show([{ ...quest, participants: 1 }]);
	await node.activate();
	const reversed = (fields: object) => Object.fromEntries(Object.entries(fields).reverse());
	show([reversed({ ...quest, tasks: quest.tasks.map(reversed), participants: 2 })]);
	await node.poll();
	expect([node.events, node.warnings]).toEqual([[], []]);
});

it('hundreds of quests that the service leaves out for a while are not new when it lists them again', async () => {
	const { node, show } = watchQuests();
	const quests = Array.from({ length: 300 }, (_, number) => ({ id: `q${number}`, name: `Quest ${number}` }));
	show(quests);
	await node.activate();
	for (const listed of [[], quests.slice(0, 20), quests]) {
		show(listed);
		await node.poll();
	}
	expect(node.events).toEqual([]);
	show([...quests, { id: 'new', name: 'New' }]);
	await node.poll();
	expect(emittedIds(node, 'quest')).toEqual(['new']);
});

it('a quest has not changed where the service lists its tasks in another order', async () => {
	const node = await start('quest.changed');
	const { tasks } = realm();
	const { firstSteps } = service.ids.quests;
	for (let poll = 0; poll < 3; poll++) {
		tasks.set(firstSteps, [...tasks.get(firstSteps)!].reverse());
		await node.poll();
	}
	expect([node.events, node.warnings]).toEqual([[], []]);
});

it.each(['', null, undefined])(
	'a list with a record whose ID is %j is told, and read again by the next poll',
	async (id) => {
		const node = await start('quest.changed');
		service.control.addFault({
			operation: 'quest.getMany',
			kind: 'status',
			status: 200,
			times: 1,
			body: { data: [{ id, name: 'A quest' }] },
		});
		const [quest] = realm().quests.values();
		quest!.name = 'Changed';
		await node.poll();
		expect([node.events, node.warnings]).toEqual([[], [expect.stringContaining('a record without an ID')]]);
		await node.poll();
		expect(emittedIds(node, 'quest')).toEqual([quest!.id]);
	},
);

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
});

it('takes a currency from an expression', async () => {
	const node = trigger({
		events: ['balance.reached'],
		currencyId: { __rl: true, mode: 'id', value: `={{ '${service.ids.currencies.stars}' }}` },
	});
	await node.activate();
	expect(service.requests.map(({ status }) => status)).toEqual([200]);
});

it('800 members reach a balance: n8n dies after 500, and each comes once under one ID', async () => {
	const node = await start('balance.reached', { threshold: 50 });
	const { firstSteps } = service.ids.quests;
	const ids = Array.from({ length: 800 }, () => join());
	for (const id of ids) service.control.completeQuest(firstSteps, id);
	await node.poll('beforeTheExecution');
	await node.restart();
	await node.poll('beforeTheCursor');
	await node.restart();
	await node.poll();
	expect(emittedIds(node, 'member').sort()).toEqual(ids.sort());
	expect(new Set(node.events.map(({ eventId }) => eventId)).size).toBe(800);
	const other = trigger({ events: ['balance.reached'], threshold: 50, options: { includeRecentEvents: 20 } });
	await other.activate();
	const all = new Set(node.events.map(({ eventId }) => eventId));
	expect(
		other.events.filter(({ data }) => ids.includes((data as { member: { id: string } }).member.id)),
	).toEqual(other.events.filter(({ eventId }) => all.has(eventId)));
});

it('a member above a threshold who is missing in one poll, between two pages, does not reach it again', async () => {
	const members = Array.from({ length: 150 }, (_, index) => ({
		accountId: `m${index}`,
		balance: 900 - index,
	}));
	const show = (all: typeof members) => showLeaderboard(service, all.slice(0, 100), all.slice(100), 'm99');
	const node = trigger({ events: ['balance.reached'], threshold: 500 });
	show(members);
	await node.activate();
	show(members.filter(({ accountId }) => accountId !== 'm100'));
	await node.poll();
	show([...members, { accountId: 'new', balance: 500 }]);
	await node.poll();
	expect(emittedIds(node, 'member')).toEqual(['new']);
});

it('a balance that the second page of the leaderboard showed below the threshold, in one poll, reaches it again', async () => {
	const show = (balance: number) =>
		showLeaderboard(
			service,
			[{ accountId: 'm0', balance: 150 }],
			[
				{ accountId: 'm1', balance },
				{ accountId: 'm2', balance: 5 },
			],
			'm0',
		);
	show(100);
	const node = await start('balance.reached', { threshold: 100 });
	for (const balance of [99, 100, 100]) {
		show(balance);
		await node.poll();
	}
	expect(emittedIds(node, 'member')).toEqual(['m1']);
});

it('of the leaderboard no page is read after the first balance below the threshold', async () => {
	const data = [5_000, 999].map((balance, index) => ({ accountId: `m${index}`, balance, rank: index + 1 }));
	const body = { data, meta: { hasNextPage: true, endCursor: 'm1' } };
	fault({ operation: 'member.getLeaderboard', status: 200, body });
	await start('balance.reached', { threshold: 1_000 });
	expect(service.requests).toHaveLength(1);
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
		const node = await start('export.finished', { jobIds: service.ids.exports.running });
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
		const node = await start('export.finished', { jobIds: ids.join(',') });
		service.state.exports.get(ids[1]!)!.realmId = service.ids.otherRealm;
		end(ids[0]!);
		end(ids[2]!);
		await node.poll();
		await node.poll().catch(() => undefined);
		expect(jobsOf(node)).toEqual([ids[0], ids[2]]);
		expect(node.warnings.join()).toMatch(/not allowed/);
	});
});

it('an export that was deleted keeps the others from nothing, and is not asked for again', async () => {
	const { running, stalled } = service.ids.exports;
	const job = service.state.exports.get(stalled)!;
	const node = trigger({ events: ['export.finished'], jobIds: `${stalled}, ${running}` });
	await node.activate();
	service.state.exports.delete(stalled);
	Object.assign(service.state.exports.get(running)!, { fate: 'finish', completedAt: at(0) });
	for (let poll = 0; poll < 3; poll++) await node.poll();
	expect([node.events.length, node.warnings]).toEqual([1, []]);
	const before = service.requests.length;
	service.state.exports.set(stalled, job);
	await node.poll();
	expect(service.requests).toHaveLength(before);
});

it('of the exports that were over before, only as many as were chosen are emitted, the last ones', async () => {
	const { completed, failed } = service.ids.exports;
	const node = trigger({
		events: ['export.finished'],
		jobIds: `${completed},${failed}`,
		options: { includeRecentEvents: 1 },
	});
	await node.activate();
	await node.poll();
	expect(node.events.map(({ data }) => (data as { state: string }).state)).toEqual(['failed']);
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
