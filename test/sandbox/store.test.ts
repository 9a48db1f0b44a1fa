import { store } from '../../sandbox/base/ledger';
import { drawRaffle } from '../../sandbox/resources/raffle/activity';
import { startService, type Service } from '../../sandbox/service';
import { send } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.control.reset());
afterEach(() => {
	expect(service.control.ledger().sum).toBe(0);
	expect(service.contractViolations).toEqual([]);
});
afterAll(() => service.stop());

const call = async (method: string, path: string, sending: Parameters<typeof send>[3] = {}) =>
	await send(service, method, `/api/v1/realms/${service.realmId}${path}`, sending);
const data = <T>(reply: { json: unknown }) => (reply.json as { data: T }).data;
const balance = (holder: string, currencyId = service.ids.currencies.stars) =>
	service.state.realms.get(service.realmId)!.ledger.balance(currencyId, holder);
const stockOf = async (id: string) => data<{ stock: number | null }>(await call('GET', `/store/${id}`)).stock;

describe('a purchase', () => {
	const buy = async (body: object, id = service.ids.storeItems.mug) =>
		await call('POST', `/store/${id}/purchase`, { body });
	const metadata = { address: '1 Harbour Road' };

	test('lowers stock and balance, sends an event, and can be finalized once', async () => {
		const { bonusPool } = service.ids.members;
		const before = [balance(bonusPool), balance(store)];
		const bought = data<{ id: string }>(await buy({ quantity: 2, accountId: bonusPool, metadata }));
		expect(bought).toMatchObject({ quantity: 2, totalPrice: 500, isFinalized: false, metadata });
		expect([balance(bonusPool), balance(store)]).toEqual([before[0]! - 500, before[1]! + 500]);
		expect(await stockOf(service.ids.storeItems.mug)).toBe(38);
		const path = `/store/purchases/${bought.id}/finalize`;
		expect((await call('POST', path, { body: { metadata: {} } })).status).toBe(200);
		expect((await call('POST', path, { body: { metadata: {} } })).status).toBe(409);
		const listed = data<Array<{ id: string }>>(
			await call('GET', '/store/purchases', { query: { take: '50' } }),
		);
		expect(listed).toContainEqual(expect.objectContaining({ id: bought.id, isFinalized: true }));
	});

	test('of a fraction is paid exactly, and leaves the exact rest', async () => {
		const { bonusPool } = service.ids.members;
		const body = { name: 'Rope', price: 0.1, stock: 1, maxPerUser: 0.9 };
		const { id } = data<{ id: string }>(await call('POST', '/store', { body }));
		const bought = async (quantity: number) => await buy({ quantity, accountId: bonusPool }, id);
		expect(data(await bought(0.7))).toMatchObject({ quantity: 0.7, totalPrice: 0.07 });
		expect(await stockOf(id)).toBe(0.3);
		expect(data(await bought(0.2))).toMatchObject({ totalPrice: 0.02 });
		expect([await stockOf(id), (await bought(0.1)).status]).toEqual([0.1, 422]);
		expect(balance(bonusPool)).toBe(1_000_000 - 0.09);
	});

	test('is refused and changes nothing when balance, stock, metadata or the share of a member do not allow it', async () => {
		const { newcomer, bonusPool, stranger } = service.ids.members;
		await call('PATCH', `/store/${service.ids.storeItems.poster}`, { body: { maxPerUser: 2 } });
		const before = balance(store);
		const statuses = [
			await buy({ accountId: newcomer, metadata }),
			await buy({ accountId: bonusPool, quantity: 41, metadata }),
			await buy({ accountId: bonusPool }),
			await buy({ accountId: stranger, metadata }),
			await buy({ accountId: bonusPool, quantity: 3 }, service.ids.storeItems.poster),
			await buy({ accountId: bonusPool, quantity: 0 }, service.ids.storeItems.poster),
		].map(({ status }) => status);
		expect(statuses).toEqual([422, 422, 400, 404, 422, 400]);
		expect([balance(store), await stockOf(service.ids.storeItems.mug)]).toEqual([before, 40]);
	});
});

test.each([
	'/store',
	'/store/purchases',
	'/raffles',
	'/raffles/e30000000000000000000001/entries',
	'/raffles/e30000000000000000000001/entries/active',
	'/quests',
	'/quests/d00000000000000000000001/tasks',
	...['actions', 'conditions', 'transitions', 'triggers'].map(
		(parts) => `/quests/d00000000000000000000001/tasks/d10000000000000000000001/${parts}`,
	),
	'/web3/activations',
	'/web3/activations/f10000000000000000000001/configs',
])('%s gives its first page to whoever asks for none', async (path) => {
	const { status, json } = await call('GET', path);
	const { data: records, meta } = json as { data: object[]; meta: object };
	expect([status, meta]).toEqual([
		200,
		expect.objectContaining({ hasNextPage: false, hasPreviousPage: false, totalCount: records.length }),
	]);
	expect((await call('GET', path, { query: { take: '0' } })).status).toBe(400);
});

test('a page starts where the previous one ended', async () => {
	const seen: string[] = [];
	let after: string | undefined;
	do {
		const reply = await call('GET', '/store', { query: { take: '2', ...(after && { after }) } });
		const { data: items, meta } = reply.json as {
			data: Array<{ id: string }>;
			meta: { hasNextPage: boolean; endCursor?: string };
		};
		seen.push(...items.map(({ id }) => id));
		after = meta.hasNextPage ? meta.endCursor : undefined;
	} while (after !== undefined);
	expect(seen).toEqual(Object.values(service.ids.storeItems));
	expect((await call('GET', '/store', { query: { after: 'nowhere' } })).status).toBe(400);
});

describe('a raffle', () => {
	const call = async (method: string, path: string, body?: object) =>
		await send(service, method, `/api/v1/realms/${service.realmId}/raffles${path}`, { body });
	const realm = () => service.state.realms.get(service.realmId)!;
	const balance = (holder: string) => realm().ledger.balance(service.ids.currencies.stars, holder);

	async function raffle(more: object = {}): Promise<string> {
		const { stars: currencyId } = service.ids.currencies;
		const body = {
			name: 'Lamp',
			type: 'PHYSICAL',
			ticketPrice: 5,
			endDate: '2099-01-01T00:00:00Z',
			currencyId,
		};
		return data<{ id: string }>(await call('POST', '', { ...body, ...more })).id;
	}
	const buy = async (id: string, accountId: string, tickets: number) =>
		await call('POST', `/${id}/tickets`, { accountId, tickets });

	test('the member who gets tickets pays for them, and they become entries', async () => {
		const { bonusPool } = service.ids.members;
		const id = await raffle();
		const before = [balance(bonusPool), balance(store)];
		expect((await buy(id, bonusPool, 3)).json).toMatchObject({ data: { tickets: 3, totalPrice: 15 } });
		expect([balance(bonusPool), balance(store)]).toEqual([before[0]! - 15, before[1]! + 15]);
		expect(data<object[]>(await call('GET', `/${id}/entries`))).toMatchObject([
			{ tickets: 3, totalPrice: 15, member: { accountId: bonusPool } },
		]);
	});

	test('fractions of a price and of tickets are paid exactly', async () => {
		const { bonusPool } = service.ids.members;
		const id = await raffle({ ticketPrice: 0.1, maxTickets: 4.5, maxPerUser: 4.5, winnerCount: 1.5 });
		expect((await buy(id, bonusPool, 3)).json).toMatchObject({ data: { tickets: 3, totalPrice: 0.3 } });
		expect((await buy(id, bonusPool, 1.5)).json).toMatchObject({ data: { tickets: 1.5, totalPrice: 0.15 } });
		expect((await buy(id, bonusPool, 1)).status).toBe(422);
		expect(balance(bonusPool)).toBe(1_000_000 - 0.45);
		expect(data<{ winners: object[] }>(await call('POST', `/${id}/draw`)).winners).toHaveLength(1);
	});

	test('any readable date is accepted', async () => {
		const id = await raffle();
		const change = async (endDate: string) => await call('PATCH', `/${id}`, { endDate });
		expect(data(await change('2098-12-31'))).toMatchObject({ endDate: '2098-12-31T00:00:00.000Z' });
		expect((await change('the last day')).status).toBe(400);
		expect((await call('POST', '', { startDate: '2098-12-31' })).status).toBe(400);
		// No field of a raffle is stated to be required.
		expect((await call('POST', '', {})).status).toBe(201);
	});

	test('tickets are refused beyond the total, the limit per member and the balance, and when the raffle is not open', async () => {
		const { bonusPool, newcomer, stranger } = service.ids.members;
		const before = balance(store);
		const few = await raffle({ maxTickets: 4 });
		const mine = await raffle({ maxPerUser: 2 });
		const statuses = [
			await buy(few, bonusPool, 5),
			await buy(mine, bonusPool, 3),
			await buy(few, newcomer, 1),
			await buy(few, stranger, 1),
			await buy(await raffle({ endDate: '2020-01-01T00:00:00Z' }), bonusPool, 1),
			await buy(await raffle({ startDate: '2098-01-01T00:00:00Z' }), bonusPool, 1),
			await buy(few, bonusPool, 0),
		].map(({ status }) => status);
		expect(statuses).toEqual([422, 422, 422, 404, 422, 422, 400]);
		expect(balance(store)).toBe(before);
		expect((await buy(few, bonusPool, 4)).status).toBe(200);
		expect((await buy(few, bonusPool, 1)).status).toBe(422);
	});

	test('a draw returns the set number of distinct winners, works once, and ends the raffle', async () => {
		const { bonusPool, ada, bruno, chen } = service.ids.members;
		const id = await raffle({ winnerCount: 3, ticketPrice: 1 });
		for (const member of [bonusPool, ada, bruno, chen, bonusPool]) await buy(id, member, 2);
		const { winners } = data<{ winners: Array<{ position: number; member: { accountId: string } }> }>(
			await call('POST', `/${id}/draw`),
		);
		expect(winners.map(({ position }) => position)).toEqual([1, 2, 3]);
		expect(new Set(winners.map(({ member }) => member.accountId)).size).toBe(3);
		expect((await call('POST', `/${id}/draw`)).status).toBe(409);
		expect((await buy(id, bonusPool, 1)).status).toBe(422);
		expect(data(await call('GET', `/${id}`))).toMatchObject({
			status: 'completed',
			winners: winners.map(({ position, member: { accountId } }) => ({ position, member: { accountId } })),
			_count: { entries: 5, winners: 3 },
		});
		expect(data(await call('GET', `/${id}/entries/active`))).toEqual([]);
	});

	test('each ticket has the same chance, and a member wins at most once', async () => {
		const { ada, bruno } = service.ids.members;
		const id = await raffle({ ticketPrice: 0, winnerCount: 2 });
		await buy(id, ada, 3);
		await buy(id, bruno, 1);
		const first = (random: number) => {
			const drawn = drawRaffle(realm(), id, () => random).winners!;
			delete realm().raffles.get(id)!.winners;
			return drawn;
		};
		// The first three of four tickets are Ada's.
		expect([0, 0.25, 0.74].map((random) => first(random)[0])).toEqual([ada, ada, ada]);
		expect(first(0.75)).toEqual([bruno, ada]);
	});
});
