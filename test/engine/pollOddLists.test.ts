import { useSteadyClock } from '../harness/clock';
import { listen } from '../harness/http/receiver';
import { PollNode } from './pollNode';
import { at, buy, emittedIds, pass, realmOf, showLeaderboard } from './polledRecords';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

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
