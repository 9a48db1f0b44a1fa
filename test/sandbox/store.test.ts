import { store } from '../../sandbox/base/ledger';
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
