import { useSteadyClock } from '../harness/clock';
import { listen } from '../harness/http/receiver';
import { PollNode } from './pollNode';
import { at, buy, emittedIds, join, pass, realmOf, showLeaderboard } from './polledRecords';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
/** Runs after each response of the service. */
let afterRequest: () => void = () => {};
const service = useService({ onRequest: () => afterRequest() });
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => (afterRequest = () => {}));

/** A published trigger for one event. */
async function start(event: string, parameters = {}): Promise<PollNode> {
	const node = new PollNode({ events: [event], ...parameters }, service.credential());
	await node.activate();
	return node;
}

interface Purchase {
	id: string;
	createdAt: string;
}

/** A trigger for purchases of a service that answers in its own way. */
async function startAt(answer: (query: URLSearchParams) => object) {
	let requests = 0;
	const server = await listen((request, response) => {
		requests++;
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(answer(new URL(request.url!, 'http://localhost').searchParams)));
	});
	const node = new PollNode(
		{ events: ['store.purchase.completed'] },
		service.credential({ baseUrl: server.url }),
	);
	await node.activate();
	return { node, requests: () => requests, stop: async () => await server.stop() };
}

const oldPurchases = (count: number): Purchase[] =>
	Array.from({ length: count }, (_, number) => ({ id: `old ${number}`, createdAt: at(-90_000 + number) }));

it('purchases are found behind a first page, where the service numbers every page 1', async () => {
	const all = oldPurchases(30);
	const { node, stop } = await startAt((query) => {
		const page = Number(query.get('page') ?? 1);
		return { data: all.slice((page - 1) * 10, page * 10), meta: { page: 1, totalPages: 4 } };
	});
	all.push({ id: 'new', createdAt: at(1) });
	await node.poll();
	await stop();
	expect(emittedIds(node, 'purchase')).toEqual(['new']);
});

it('a poll ends where the service always returns the same page and says that there is another', async () => {
	const all = oldPurchases(5);
	const { node, requests, stop } = await startAt(() => ({
		data: all,
		meta: { hasNextPage: true, endCursor: 'more' },
	}));
	all.unshift({ id: 'new', createdAt: at(1) });
	const before = requests();
	await node.poll();
	expect([emittedIds(node, 'purchase'), requests() - before]).toEqual([['new'], 2]);
	await stop();
});

it('a new purchase is found behind a page of which only a few times are in order, by chance', async () => {
	const all = oldPurchases(20).map((one, number) => ({
		...one,
		createdAt: at(number < 9 ? -5_000 : -6_000),
	}));
	const { node, stop } = await startAt((query) => {
		const isSecond = query.has('after');
		return {
			data: isSecond ? all.slice(10) : all.slice(0, 10),
			meta: { hasNextPage: !isSecond, endCursor: 'second' },
		};
	});
	pass(60);
	all.push({ id: 'new', createdAt: at(0) });
	await node.poll();
	await stop();
	expect(emittedIds(node, 'purchase')).toEqual(['new']);
});

it('a member above a threshold who is missing in one poll, between two pages, does not reach it again', async () => {
	const members = Array.from({ length: 150 }, (_, index) => ({
		accountId: `m${index}`,
		balance: 900 - index,
	}));
	const show = (all: typeof members) => showLeaderboard(service, all.slice(0, 100), all.slice(100), 'm99');
	const node = new PollNode({ events: ['balance.reached'], threshold: 500 }, service.credential());
	show(members);
	await node.activate();
	show(members.filter(({ accountId }) => accountId !== 'm100'));
	await node.poll();
	show([...members, { accountId: 'new', balance: 500 }]);
	await node.poll();
	expect(emittedIds(node, 'member')).toEqual(['new']);
});

it('an export that was deleted keeps the others from nothing, and is not asked for again', async () => {
	const { running, stalled } = service.ids.exports;
	const job = service.state.exports.get(stalled)!;
	const node = new PollNode(
		{ events: ['export.finished'], jobIds: `${stalled}, ${running}` },
		service.credential(),
	);
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

it('another realm starts from now, with all that it has', async () => {
	const node = new PollNode({ events: ['quest.changed'] }, service.credential());
	await node.activate();
	const { otherRealm } = service.ids;
	const { quests, tasks } = service.state.realms.get(otherRealm)!;
	const [quest] = realmOf(service).quests.values();
	quests.set('other', { ...quest!, id: 'other' });
	tasks.set('other', []);
	node.credential = service.credential({ apiKey: service.keys.otherRealm, realmId: otherRealm });
	await node.restart();
	await node.poll();
	expect(node.events).toEqual([]);
	quests.get('other')!.name = 'Changed';
	await node.poll();
	expect(emittedIds(node, 'quest')).toEqual(['other']);
});

it('with durable cursors, the first events are emitted again where n8n refuses to store them', async () => {
	const node = new PollNode({ events: ['store.purchase.completed'] }, service.credential(), true);
	await node.activate();
	const made = [buy(service)];
	await node.poll('beforeAnything');
	made.push(buy(service));
	await node.poll();
	await node.poll();
	expect(emittedIds(node, 'purchase')).toEqual(made);
});

it.each(['', null, undefined])(
	'a list with a record whose ID is %j is told, and read again by the next poll',
	async (id) => {
		const node = new PollNode({ events: ['quest.changed'] }, service.credential());
		await node.activate();
		service.control.addFault({
			operation: 'quest.getMany',
			kind: 'status',
			status: 200,
			times: 1,
			body: { data: [{ id, name: 'A quest' }] },
		});
		const [quest] = realmOf(service).quests.values();
		quest!.name = 'Changed';
		await node.poll();
		expect([node.events, node.warnings]).toEqual([[], [expect.stringContaining('a record without an ID')]]);
		await node.poll();
		expect(emittedIds(node, 'quest')).toEqual([quest!.id]);
	},
);

it('a purchase is finalized when the service says so, and not because it has a time for it', async () => {
	const node = new PollNode({ events: ['store.purchase.finalized'] }, service.credential());
	await node.activate();
	const purchase = realmOf(service).purchases.get(buy(service))!;
	for (const isFinalized of [false, true]) {
		Object.assign(purchase, { isFinalized, finalizedAt: at(0) });
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual(isFinalized ? [purchase.id] : []);
	}
});

it('of the exports that were over before, only as many as were chosen are emitted, the last ones', async () => {
	const { completed, failed } = service.ids.exports;
	const node = new PollNode(
		{
			events: ['export.finished'],
			jobIds: `${completed},${failed}`,
			options: { includeRecentEvents: 1 },
		},
		service.credential(),
	);
	await node.activate();
	await node.poll();
	expect(node.events.map(({ data }) => (data as { state: string }).state)).toEqual(['failed']);
});

/** A trigger, and members who join after its start: as many at one time, and one more later. */
async function startBeforeJoins(count: number) {
	const node = await start('member.joined');
	pass(10);
	const joinedAt = at(-300);
	const joined = Array.from({ length: count }, () => join(service, joinedAt));
	// After this one, the next poll does not look back as far as the others.
	joined.push(join(service));
	return { node, joined };
}

it('members who joined at one time are each emitted once, though their order changes between two pages', async () => {
	const { node, joined } = await startBeforeJoins(150);
	afterRequest = () => {
		realmOf(service).members = new Map([...realmOf(service).members].reverse());
		afterRequest = () => {};
	};
	for (let poll = 0; poll < 4; poll++) await node.poll();
	expect(emittedIds(node, 'member').sort()).toEqual(joined.sort());
});

it('members who joined at one time are each emitted once, though their order changes between two polls of a long list', async () => {
	const { node, joined } = await startBeforeJoins(1_700);
	await node.poll();
	realmOf(service).members = new Map([...realmOf(service).members].reverse());
	for (let poll = 0; poll < 9; poll++) await node.poll();
	expect(emittedIds(node, 'member').sort()).toEqual(joined.sort());
});

it('after a restart, one poll reads the whole list with the oldest first, and the next ones only its end', async () => {
	realmOf(service).purchases.clear();
	for (let number = 0; number < 250; number++) buy(service, at(-9_000 + number));
	const node = await start('store.purchase.completed');
	pass(11);
	await node.poll();
	const costs: number[] = [];
	const count = async (work: () => Promise<void>) => {
		const before = service.requests.length;
		await work();
		costs.push(service.requests.length - before);
	};
	await count(() => node.poll());
	await count(() => node.restartAnew());
	const made = buy(service);
	await count(() => node.poll());
	expect(costs).toEqual([1, 4, 1]);
	expect(emittedIds(node, 'purchase')).toEqual([made]);
});

it('a quest has not changed where the service lists its tasks in another order', async () => {
	const node = await start('quest.changed');
	const { tasks } = realmOf(service);
	const { firstSteps } = service.ids.quests;
	for (let poll = 0; poll < 3; poll++) {
		tasks.set(firstSteps, [...tasks.get(firstSteps)!].reverse());
		await node.poll();
	}
	expect([node.events, node.warnings]).toEqual([[], []]);
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

describe('a purchase that is finalized without a time', () => {
	const finalize = (id: string, more = {}) => {
		const purchase = Object.assign(realmOf(service).purchases.get(id)!, {
			status: 'completed',
			isFinalized: true,
			...more,
		});
		if (!('finalizedAt' in more)) delete purchase.finalizedAt;
	};
	const open = (createdAt?: string) => {
		const id = buy(service, createdAt);
		const purchase = realmOf(service).purchases.get(id)!;
		Object.assign(purchase, { status: 'pending', isFinalized: false });
		delete purchase.finalizedAt;
		return id;
	};

	it('is emitted once, with the time at which it was seen', async () => {
		const node = await start('store.purchase.finalized');
		const id = open();
		await node.poll();
		finalize(id);
		pass(20);
		const seen = Date.now();
		for (let poll = 0; poll < 3; poll++) {
			await node.poll();
			pass(20);
		}
		expect([emittedIds(node, 'purchase'), node.warnings]).toEqual([[id], []]);
		expect(Math.abs(Date.parse(node.events[0]!.timestamp as string) - seen)).toBeLessThan(60_000);
	});

	it('is emitted once beside an older one that stays open, and beside others with a time', async () => {
		open(at(-90_000));
		const old = open(at(-80_000));
		finalize(open(at(-70_000)));
		const node = await start('store.purchase.finalized');
		const [one, other] = [open(), open()];
		await node.poll();
		for (const [id, more] of [
			[one, {}],
			[other, { finalizedAt: at(0) }],
			[old, {}],
		] as const) {
			pass(20);
			finalize(id, 'finalizedAt' in more ? { finalizedAt: at(0) } : more);
			await node.poll();
			await node.restart();
		}
		for (let poll = 0; poll < 3; poll++) {
			pass(20);
			await node.poll();
		}
		expect(emittedIds(node, 'purchase')).toEqual([one, other, old]);
	});

	it('is not remembered longer than an older one is open', async () => {
		realmOf(service).purchases.clear();
		for (let number = 0; number < 50; number++) finalize(open(at(-70_000 + number)));
		const node = await start('store.purchase.finalized');
		for (let poll = 0; poll < 2; poll++) {
			pass(20);
			await node.poll();
		}
		const id = open();
		await node.poll();
		finalize(id);
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual([id]);
		expect(JSON.stringify(node.stored).length).toBeLessThan(1_000);
	});
});
