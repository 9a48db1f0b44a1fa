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

const call = async (method: string, path: string, body?: object) =>
	await send(service, method, `/api/v1/realms/${service.realmId}/raffles${path}`, { body });
const data = <T>(reply: { json: unknown }) => (reply.json as { data: T }).data;
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
