import { credentialHolder, issuer } from '../../sandbox/base/ledger';
import { startService, type Service } from '../../sandbox/service';
import { send, type Reply } from './testing';

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

const inRealm = async (method: string, path: string, sending: Parameters<typeof send>[3] = {}) =>
	await send(service, method, `/api/v1/realms/${service.realmId}${path}`, sending);
/** The other realm shares currencies with ours, and ours with it. */
const inOther = async (method: string, path: string, sending: Parameters<typeof send>[3] = {}) =>
	await send(service, method, `/api/v1/realms/${service.ids.otherRealm}${path}`, {
		key: service.keys.otherRealm,
		...sending,
	});

const balance = (holder: string, currencyId = service.ids.currencies.stars) =>
	service.control
		.ledger()
		.accounts.filter((account) => account.holder === holder && account.currencyId === currencyId)
		.reduce((sum, account) => sum + account.balance, 0);

const award = async (member: string, body: object) =>
	await inRealm('PATCH', `/members/${member}/balance`, { body });

const saying = ({ status, json }: Reply) => [status, json];
const refusal = (message: string) => ({ error: expect.any(String), message });

describe('an award', () => {
	test('moves from the account of the realm, and a deduction moves back into it', async () => {
		const { ada } = service.ids.members;
		const [before, issued] = [balance(ada), balance(issuer)];
		const { json } = await award(ada, { amount: 7 });
		expect(json).toMatchObject({
			serviceId: ada,
			balance: before + 7,
			currencyId: service.ids.currencies.stars,
		});
		await award(ada, { amount: -3 });
		expect([balance(ada), balance(issuer)]).toEqual([before + 4, issued - 4]);
	});

	test('of zero, to an unknown member or below zero is refused and moves nothing', async () => {
		const { newcomer, stranger } = service.ids.members;
		const statuses = [
			await award(newcomer, { amount: 0 }),
			await award(stranger, { amount: 1 }),
			await award(newcomer, { amount: -1 }),
		].map(({ status }) => status);
		expect(statuses).toEqual([400, 404, 422]);
		expect(balance(newcomer)).toBe(0);
	});
});

test('a received fraction is exact, and can be transferred completely', async () => {
	const { bonusPool, newcomer, ada } = service.ids.members;
	const before = balance(ada);
	const transfer = async (from: string, recipientId: string, amount: number) =>
		(await inRealm('PATCH', `/members/${from}/transfer`, { body: { amount, recipientId } })).json;
	for (const amount of [0.1, 0.2]) await transfer(bonusPool, newcomer, amount);
	expect(balance(newcomer)).toBe(0.3);
	expect(await transfer(newcomer, ada, 0.3)).toMatchObject({ balance: 0 });
	expect([balance(ada), balance(bonusPool)]).toEqual([before + 0.3, 999_999.7]);
});

test('an award and a deduction are whole numbers', async () => {
	const { ada } = service.ids.members;
	expect((await award(ada, { amount: 0.5 })).status).toBe(400);
});

describe('awards in bulk', () => {
	test('are all applied or none', async () => {
		const { ada, bruno, stranger } = service.ids.members;
		const before = [balance(ada), balance(bruno)];
		const bulk = async (...updates: object[]) =>
			await inRealm('PATCH', '/members/transaction', { body: { updates } });
		const refused = await bulk({ serviceId: ada, amount: 5 }, { serviceId: stranger, amount: 5 });
		expect(refused.status).toBe(404);
		expect([balance(ada), balance(bruno)]).toEqual(before);
		const { json } = await bulk({ serviceId: ada, amount: 5 }, { serviceId: bruno, amount: -2 });
		expect([balance(ada), balance(bruno)]).toEqual([before[0]! + 5, before[1]! - 2]);
		expect(json).toMatchObject({ success: true, updates: [{ newBalance: before[0]! + 5 }, {}] });
	});

	test('may be empty', async () => {
		const { status, json } = await inRealm('PATCH', '/members/transaction', { body: { updates: [] } });
		expect([status, json]).toEqual([200, { success: true, updates: [] }]);
	});

	test('of credentials are applied separately', async () => {
		const { guest } = service.ids.memberCredentials;
		const { json } = await inRealm('PATCH', '/credentials/transaction', {
			body: {
				updates: [
					{ ...guest, amount: 5 },
					{ type: 'email', value: 'nobody@members.example', amount: 5 },
				],
			},
		});
		expect(json).toMatchObject({
			success: false,
			results: [{ value: guest.value, balance: 45 }],
			errors: [{ value: 'nobody@members.example', error: expect.any(String) }],
		});
	});
});

describe('an archived currency', () => {
	test('cannot move, and can again after it is unarchived', async () => {
		const { ada, bruno } = service.ids.members;
		const { gems: currencyId } = service.ids.currencies;
		await award(ada, { amount: 9, currencyId });
		const before = balance(ada, currencyId);
		expect((await inRealm('DELETE', `/currencies/${currencyId}`)).status).toBe(204);
		const refused = [
			await award(ada, { amount: 1, currencyId }),
			await award(ada, { amount: -1, currencyId }),
			await inRealm('PATCH', `/members/${ada}/transfer`, {
				body: { amount: 1, recipientId: bruno, currencyId },
			}),
			await inRealm('PATCH', '/members/transaction', {
				body: { updates: [{ serviceId: ada, amount: 1, currencyId }] },
			}),
		];
		for (const { status, json } of refused) {
			expect([status, json]).toEqual([422, expect.objectContaining(refusal('The currency is archived'))]);
		}
		expect(balance(ada, currencyId)).toBe(before);
		await inRealm('POST', `/currencies/${currencyId}/unarchive`);
		expect((await award(ada, { amount: 1, currencyId })).status).toBe(200);
	});

	test('is not the default one, and is not listed unless asked for', async () => {
		const { stars, gems } = service.ids.currencies;
		expect((await inRealm('DELETE', `/currencies/${stars}`)).status).toBe(400);
		await inRealm('DELETE', `/currencies/${gems}`);
		const ids = async (query: Record<string, string>) =>
			((await inRealm('GET', '/currencies', { query })).json as { data: Array<{ id: string }> }).data.map(
				({ id }) => id,
			);
		expect(await ids({})).not.toContain(gems);
		expect(await ids({ includeArchived: 'true' })).toContain(gems);
	});
});

describe('a credential', () => {
	const link = async (query: object) =>
		await inRealm('POST', '/credentials/link', { query: query as Record<string, string> });

	test('moves its points to the account when it is linked, and later awards go there too', async () => {
		const { guest } = service.ids.memberCredentials;
		const { newcomer } = service.ids.members;
		expect((await link({ ...guest, accountId: newcomer })).status).toBe(204);
		expect(balance(newcomer)).toBe(40);
		const { json } = await inRealm('PATCH', '/credentials/balance', { query: guest, body: { amount: 2 } });
		expect(json).toMatchObject({ balance: 42, linked: true });
		expect(balance(newcomer)).toBe(42);
		expect((await inRealm('GET', '/credentials/find', { query: guest })).json).toMatchObject({
			balances: [],
		});
	});

	test('is linked only once, and only to an existing account', async () => {
		const { guest } = service.ids.memberCredentials;
		const { ada, newcomer } = service.ids.members;
		expect((await link({ ...guest, accountId: 'f'.repeat(24) })).status).toBe(404);
		expect((await link({ ...guest, accountId: newcomer })).status).toBe(204);
		expect((await link({ ...guest, accountId: ada })).status).toBe(409);
		expect([balance(newcomer), service.control.ledger().sum]).toEqual([40, 0]);
	});

	test('is deleted only without balances, and is then not found', async () => {
		const { guest, wallet } = service.ids.memberCredentials;
		const remove = async (query: Record<string, string>) =>
			await inRealm('DELETE', '/credentials', { query });
		expect(saying(await remove(guest))).toEqual([
			400,
			expect.objectContaining({ error: 'CANNOT_DELETE_WITH_BALANCES' }),
		]);
		expect((await remove(wallet)).status).toBe(204);
		expect((await inRealm('GET', '/credentials/find', { query: wallet })).status).toBe(404);
	});

	test('cannot transfer more than its balance', async () => {
		const { guest, customer } = service.ids.memberCredentials;
		const query = {
			fromType: guest.type,
			fromValue: guest.value,
			toType: customer.type,
			toValue: customer.value,
			toSource: customer.source,
		};
		const transfer = async (amount: number) =>
			await inRealm('PATCH', '/credentials/transfer', { query, body: { amount } });
		expect(saying(await transfer(41))).toEqual([
			400,
			expect.objectContaining({ error: 'INSUFFICIENT_BALANCE' }),
		]);
		const { status, json } = await transfer(40);
		expect([status, json]).toEqual([200, expect.objectContaining({ amount: 40 })]);
		const holders = service.control
			.ledger()
			.accounts.filter(({ holder }) => holder.startsWith(credentialHolder('')))
			.map((account) => account.balance);
		expect(holders.sort()).toEqual([0, 55]);
	});

	test('of the same identity is created once', async () => {
		const body = { provider: 'shop', providerId: 'customer-99' };
		const create = async () => await inRealm('POST', '/credentials/social', { body });
		expect([(await create()).status, (await create()).status]).toEqual([200, 409]);
	});
});

describe('a shared currency', () => {
	const pearls = () => service.ids.currencies.pearls;
	const pending = async () =>
		((await inRealm('GET', '/shares/pending')).json as { data: Array<{ realmPointId: string }> }).data;
	const awardPearls = async (amount = 1) =>
		await award(service.ids.members.ada, { amount, currencyId: pearls() });

	test('cannot be used until it is accepted, and then moves in the ledger of the owning realm', async () => {
		expect((await awardPearls()).status).toBe(404);
		expect((await inRealm('POST', `/currencies/${pearls()}/share/accept`)).json).toMatchObject({
			data: { status: 'ACCEPTED' },
		});
		expect(await pending()).toEqual([]);
		expect((await awardPearls(4)).status).toBe(200);
		const { ada } = service.ids.members;
		expect(service.state.realms.get(service.ids.otherRealm)!.ledger.balance(pearls(), ada)).toBe(4);
		expect(service.state.realms.get(service.realmId)!.ledger.balance(pearls(), ada)).toBe(0);
		const listed = (await inRealm('GET', '/currencies')).json as { data: object[] };
		expect(listed.data).toContainEqual(
			expect.objectContaining({ id: pearls(), ownership: 'SHARED', default: false }),
		);
	});

	test('is accepted or rejected once, and only by the realm that got the offer', async () => {
		const answer = async (word: string) => await inRealm('POST', `/currencies/${pearls()}/share/${word}`);
		expect((await inOther('POST', `/currencies/${pearls()}/share/accept`)).status).toBe(404);
		expect((await answer('reject')).json).toMatchObject({ data: { status: 'REJECTED' } });
		expect([(await answer('accept')).status, (await awardPearls()).status]).toEqual([400, 404]);
	});

	test('allows what its permissions say', async () => {
		await inOther('DELETE', `/currencies/${pearls()}/shares/${service.realmId}`);
		const body = { childRealmId: service.realmId, permissions: ['view', 'spend'] };
		expect((await inOther('POST', `/currencies/${pearls()}/share`, { body })).status).toBe(201);
		await inRealm('POST', `/currencies/${pearls()}/share/accept`);
		expect((await awardPearls()).status).toBe(403);
	});

	test('is revoked only by its owner, and left only by the other realm', async () => {
		await inRealm('POST', `/currencies/${pearls()}/share/accept`);
		expect((await inOther('DELETE', `/currencies/${pearls()}/remove`)).status).toBe(404);
		expect((await inRealm('DELETE', `/currencies/${pearls()}/remove`)).status).toBe(200);
		expect((await awardPearls()).status).toBe(404);

		await service.control.reset();
		await inRealm('POST', `/currencies/${pearls()}/share/accept`);
		const path = `/currencies/${pearls()}/shares/${service.realmId}`;
		expect((await inRealm('DELETE', path)).status).toBe(404);
		expect((await inOther('DELETE', path)).status).toBe(200);
		expect((await awardPearls()).status).toBe(404);
	});

	test('is offered once, and only by its owner', async () => {
		const body = { childRealmId: service.realmId, permissions: ['view'] };
		expect((await inOther('POST', `/currencies/${pearls()}/share`, { body })).status).toBe(400);
		const { otherRealm } = service.ids;
		const offer = { childRealmId: otherRealm, permissions: ['view'] };
		expect((await inRealm('POST', `/currencies/${pearls()}/share`, { body: offer })).status).toBe(404);
	});
});
