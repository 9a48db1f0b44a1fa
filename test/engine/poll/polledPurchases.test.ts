import { listen } from '../../harness/http/receiver';
import { PollNode } from '../pollNode';
import { at, emittedIds, hide, pass, usePolledRealm } from '../polledRecords';

const { service, realm, fault, buy, finalize, trigger, start } = usePolledRealm();

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
		const node = await start('store.purchase.completed');
		await node.poll();
		const before = [...realm().purchases.keys()];
		for (const id of before.slice(90, 210)) realm().purchases.delete(id);
		const made = buy();
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual([made]);
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
		expect(emittedIds(node, 'purchase')).toEqual([made.id]);
	});

	it('are not kept out by one whose time lies in the future', async () => {
		buy(at(90_000));
		const node = await start('store.purchase.completed');
		await node.poll();
		const future = [buy(at(90_001))];
		await node.poll();
		const made = [buy(at(1)), buy(at(2))];
		await node.poll();
		await node.poll();
		expect(emittedIds(node, 'purchase').slice(-3)).toEqual([...future, ...made]);
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
		expect(emittedIds(node, 'purchase')).toEqual([all.at(-1)!.id]);
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
		expect([emittedIds(node, 'purchase'), node.warnings]).toEqual([[last.id], []]);
	});

	it('have the form of the event that is delivered', async () => {
		const node = await start('store.purchase.completed');
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

it('a purchase is finalized when the service says so, and not because it has a time for it', async () => {
	const node = await start('store.purchase.finalized');
	const purchase = realm().purchases.get(buy())!;
	for (const isFinalized of [false, true]) {
		Object.assign(purchase, { isFinalized, finalizedAt: at(0) });
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual(isFinalized ? [purchase.id] : []);
	}
});

it('after a restart, one poll reads the whole list with the oldest first, and the next ones only its end', async () => {
	realm().purchases.clear();
	for (let number = 0; number < 250; number++) buy(at(-9_000 + number));
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
	const made = buy();
	await count(() => node.poll());
	expect(costs).toEqual([1, 4, 1]);
	expect(emittedIds(node, 'purchase')).toEqual([made]);
});

describe('a purchase that is finalized without a time', () => {
	const finalize = (id: string, more = {}) => {
		const purchase = Object.assign(realm().purchases.get(id)!, {
			status: 'completed',
			isFinalized: true,
			...more,
		});
		if (!('finalizedAt' in more)) delete purchase.finalizedAt;
	};
	it('is emitted once, with the time at which it was seen', async () => {
		const node = await start('store.purchase.finalized');
		const id = buy();
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
		buy(at(-90_000));
		const old = buy(at(-80_000));
		finalize(buy(at(-70_000)));
		const node = await start('store.purchase.finalized');
		const [one, other] = [buy(), buy()];
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
		realm().purchases.clear();
		for (let number = 0; number < 50; number++) finalize(buy(at(-70_000 + number)));
		const node = await start('store.purchase.finalized');
		for (let poll = 0; poll < 2; poll++) {
			pass(20);
			await node.poll();
		}
		const id = buy();
		await node.poll();
		finalize(id);
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual([id]);
		expect(JSON.stringify(node.stored).length).toBeLessThan(1_000);
	});
});

/** A published trigger for one event, some time after it was published. */
async function published(event: string): Promise<PollNode> {
	const node = trigger({ events: [event] });
	await node.activate();
	pass(60);
	await node.poll();
	return node;
}

describe('a record that the service shows late is emitted', () => {
	it('up to two minutes after the purchase was made', async () => {
		const node = await published('store.purchase.completed');
		const made = [buy(at(0))];
		pass(1.8);
		const show = hide(realm().purchases, made[0]!);
		made.push(buy());
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual([made[1]]);
		show();
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual([made[1], made[0]]);
	});
});

it.each([400, 404, 422])(
	'purchases are found where the service answers %d to the place where the last poll ended',
	async (status) => {
		realm().purchases.clear();
		for (let number = 0; number < 120; number++) buy(at(-90_000 + number));
		const node = await published('store.purchase.completed');
		fault({ operation: 'purchase.getMany', status, times: 1 });
		const made = buy();
		await node.poll();
		expect([emittedIds(node, 'purchase'), node.warnings]).toEqual([[made], []]);
	},
);

it('more purchases than fit into one poll are each emitted, where the last one and the next were made at one time', async () => {
	const node = await published('store.purchase.completed');
	pass(30);
	const times = Array.from({ length: 520 }, (_, number) => at(-900 + Math.floor(number / 3)));
	const made = times.map((time) => buy(time));
	for (let poll = 0; poll < 3; poll++) await node.poll();
	expect(node.runs.map(({ length }) => length)).toEqual([500, 20]);
	expect(emittedIds(node, 'purchase').sort()).toEqual(made.sort());
});

it('a purchase whose finalization becomes visible ten minutes late is emitted, though later ones were', async () => {
	const node = trigger({ events: ['store.purchase.finalized'] });
	const open = () => realm().purchases.get(buy())!;
	const [late, others] = [open(), [open(), open(), open()]];
	await node.activate();
	pass(1);
	const lateTime = at(0);
	const finalize = async (purchase: object, finalizedAt = at(0)) => {
		Object.assign(purchase, { status: 'completed', isFinalized: true, finalizedAt });
		await node.poll();
	};
	for (const other of others) {
		pass(3.25);
		await finalize(other);
	}
	// A copy of the service's database comes after 9 minutes and 50 seconds.
	pass(0.08);
	await finalize(late, lateTime);
	await node.poll();
	expect(emittedIds(node, 'purchase')).toEqual([...others, late].map(({ id }) => id));
	expect(node.events.at(-1)!.timestamp).toBe(lateTime);
});
