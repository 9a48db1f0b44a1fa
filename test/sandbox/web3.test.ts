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
	await send(service, method, `/api/v1/realms/${service.realmId}/web3${path}`, { body });
const data = <T>(reply: { json: unknown }) => (reply.json as { data: T }).data;
const balance = (holder: string) =>
	service.state.realms.get(service.realmId)!.ledger.balance(service.ids.currencies.stars, holder);
const claimable = async (memberId: string) =>
	data<{ claimableBalances: object[] }>(await call('GET', `/members/${memberId}/balances`)).claimableBalances;
const credit = async (activationId: string, body: object) =>
	await call('POST', `/activations/${activationId}/credit`, body);

test('crediting without a mode credits every NFT, whatever ids are given', async () => {
	const { activation, lampKeepers } = service.ids;
	const named = { amount: 5, nftIds: [lampKeepers['1']] };
	expect((await credit(activation, named)).json).toEqual({ creditedCount: 7 });
	expect((await credit(activation, { ...named, selectionMode: 'specific' })).json).toEqual({
		creditedCount: 1,
	});
	expect((await credit(activation, { ...named, selectionMode: 'exclude' })).json).toEqual({
		creditedCount: 6,
	});
	expect((await credit(activation, { amount: 0 })).json).toEqual({
		error: 'The amount must be above zero.',
	});
});

test('fractions that are credited add up exactly, until they are claimed', async () => {
	const { activations, lampKeepers, members } = service.ids;
	const one = { nftIds: [lampKeepers['1']], selectionMode: 'specific' };
	const before = balance(members.ada);
	for (const amount of [0.1, 0.2]) await credit(activations.lampKeepers, { ...one, amount });
	expect(data(await call('GET', `/activations/${activations.lampKeepers}/nfts/1/balance`))).toMatchObject({
		balances: [{ balance: 0.3, lastCreditedBy: 0.2 }],
	});
	expect(await claimable(members.ada)).toContainEqual({
		realmPointId: service.ids.currencies.stars,
		balance: 340.3,
	});
	await call('POST', `/members/${members.ada}/claim`, { claimType: 'all' });
	expect(balance(members.ada)).toBe(before + 340.3);
	expect((await credit(activations.lampKeepers, { ...one, amount: 0.1 + 0.2 })).status).toBe(400);
});

test('what an NFT earned is claimed by its owner of the last sync, and its balance says so', async () => {
	const { activation, lampKeepers, members, wallets } = service.ids;
	const before = { ada: balance(members.ada), bruno: balance(members.bruno) };
	service.state.nfts.find(({ id }) => id === lampKeepers['7'])!.owner = wallets.bruno
		.toUpperCase()
		.replace('X', 'x');
	await call('POST', `/members/${members.bruno}/claim`, { claimType: 'all' });
	expect(balance(members.bruno)).toBe(before.bruno);
	expect((await call('POST', `/activations/${activation}/sync`)).json).toEqual({ syncedCount: 7 });
	expect(await claimable(members.ada)).toEqual([]);
	expect((await call('POST', `/members/${members.bruno}/claim`, { claimType: 'nft' })).status).toBe(204);
	expect([balance(members.ada), balance(members.bruno)]).toEqual([before.ada, before.bruno + 340]);
	const path = `/activations/${activation}/nfts/7/balance`;
	expect(data(await call('GET', path))).toMatchObject({
		balances: [{ balance: 0, lastCreditedBy: 40 }, { balance: 0 }],
	});
});

test('of an NFT of which there are many, every owner earns', async () => {
	const { activations, members } = service.ids;
	const earned = [{ realmPointId: service.ids.currencies.stars, balance: 4 }];
	const before = { ada: await claimable(members.ada), bruno: balance(members.bruno) };
	expect((await credit(activations.badges, { amount: 4 })).json).toEqual({ creditedCount: 2 });
	await call('POST', `/members/${members.bruno}/claim`, { claimType: 'erc1155' });
	expect(balance(members.bruno)).toBe(before.bruno + 8);
	expect(before.ada).toHaveLength(2);
	const reply = await call('GET', `/members/${members.ada}/balances`);
	expect(data(reply)).toMatchObject({
		claimableBalancesByActivation: [
			{ activationId: activations.lampKeepers },
			{ activationId: activations.badges, balances: earned },
		],
	});
});

test('what is held by NFTs goes back when their activation is removed', async () => {
	const { activation, members } = service.ids;
	expect((await call('DELETE', `/activations/${activation}`)).status).toBe(204);
	expect(await claimable(members.ada)).toEqual([]);
	expect((await call('GET', `/activations/${activation}`)).status).toBe(404);
	const { accounts } = service.control.ledger();
	expect(accounts.filter(({ holder, balance: left }) => holder.startsWith('nft ') && left !== 0)).toEqual([]);
});

test('activations are linked to others, and not to themselves', async () => {
	const { activations } = service.ids;
	const link = async (name: string, targetActivationId: string) =>
		(await call('POST', `/activations/${activations.badges}/${name}`, { targetActivationId })).status;
	const links = () => [
		...service.state.realms.get(service.realmId)!.activations.get(activations.badges)!.links,
	];
	expect(await link('link', activations.oil)).toBe(204);
	expect(links()).toEqual([activations.oil]);
	expect(await link('unlink', activations.oil)).toBe(204);
	expect(links()).toEqual([]);
	expect([await link('link', activations.badges), await link('link', 'nothing')]).toEqual([400, 404]);
});

test('NFTs are linked to all generators unless some are named', async () => {
	const { activations, members } = service.ids;
	const { linkedMembers } = service.state.realms
		.get(service.realmId)!
		.activations.get(activations.lampKeepers)!;
	const ask = async (name: string, body?: object) =>
		(await call('POST', `/members/${members.ada}/nfts/${name}`, body)).status;
	expect(await ask('link')).toBe(204);
	expect([...linkedMembers]).toEqual([members.ada]);
	expect(await ask('unlink', { activationIds: [activations.lampKeepers] })).toBe(204);
	expect([...linkedMembers]).toEqual([]);
	expect(await ask('link', { activationIds: [activations.badges] })).toBe(400);
});

test('a config that does not fit is refused in words, which are called a message', async () => {
	const path = `/activations/${service.ids.activation}/configs`;
	for (const config of [
		{ configType: 'sales', settings: {} },
		{ configType: 'sales', settings: { targetUrl: 'https://receiver.example', more: 1 } },
		{ configType: 'generator' },
		{ configType: 'staking', settings: {} },
	]) {
		const { status, json } = await call('POST', path, { config });
		expect([status, Object.keys(json as object)]).toEqual([400, ['message']]);
	}
	expect((await call('GET', `${path}?after=nothing`)).json).toEqual({ message: expect.any(String) });
});

test('a config is changed and removed in place', async () => {
	const { activation, activationConfigs } = service.ids;
	const path = `/activations/${activation}/configs/${activationConfigs.generator}`;
	const config = { configType: 'listings', settings: { targetUrl: 'https://receiver.example/listings' } };
	expect((await call('PATCH', path, { config })).json).toMatchObject({
		id: activationConfigs.generator,
		configType: 'listings',
		settings: { ...config.settings, webhookId: expect.any(String) },
	});
	expect((await call('DELETE', path)).status).toBe(204);
	expect((await call('PATCH', path, { config })).status).toBe(404);
	expect(data<object[]>(await call('GET', `/activations/${activation}/configs`))).toHaveLength(1);
});

test('an activation of an unknown contract has no NFTs, and takes no field too many', async () => {
	const body = { activationType: 'nft', contractAddress: '0xEmpty', chain: 'base', configs: null };
	const { status, json } = await call('POST', '/activations', body);
	expect(status).toBe(201);
	expect(json).toMatchObject({ contractAddress: '0xEmpty', displayName: null, configs: [] });
	const { id } = json as { id: string };
	expect((await call('POST', `/activations/${id}/sync`)).json).toEqual({ syncedCount: 0 });
	expect((await call('POST', '/activations', { ...body, name: 'Mine' })).status).toBe(400);
});
