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

describe('chain data', () => {
	interface List {
		data: Array<Record<string, unknown>>;
		meta: { hasNextPage: boolean; endCursor?: string; totalCount: number };
	}

	const get = async (path: string, query: Record<string, string> = {}, key?: string) =>
		await send(service, 'GET', `/api/v1/web3-data/${path}`, { query, key });
	const list = async (path: string, query?: Record<string, string>) => (await get(path, query)).json as List;

	test('a valid key of any realm may read', async () => {
		const path = `tokens/${service.ids.tokens.oil.address}`;
		for (const key of [service.keys.readOnly, service.keys.otherRealm, service.keys.noApp]) {
			expect((await get(path, {}, key)).status).toBe(200);
		}
		expect((await get(path, {}, 'nobody')).status).toBe(401);
	});

	test('without a chain, Ethereum is searched', async () => {
		const { oil, kelp } = service.ids.tokens;
		expect((await get(`tokens/${oil.address}`)).json).toMatchObject({
			data: { symbol: 'OIL', decimals: 18 },
		});
		expect((await get(`tokens/${kelp.address}`)).status).toBe(404);
		expect((await get(`tokens/${kelp.address}`, { chain: 'solana' })).status).toBe(200);
		expect((await get(`tokens/${kelp.address}`, { chain: 'moon' })).status).toBe(400);
		const nft = `collections/${service.ids.collections.tideGlass.contractAddress}/nfts/1`;
		expect((await get(nft)).status).toBe(404);
		expect((await get(nft, { chain: 'solana' })).json).toMatchObject({ data: { name: 'Green glass' } });
	});

	test('only Solana distinguishes upper and lower case', async () => {
		const { lampKeepers, tideGlass } = service.ids.collections;
		const at = async (address: string, chain: string) =>
			(await get(`collections/${address}`, { chain })).status;
		expect(await at(lampKeepers.contractAddress.toUpperCase().replace('0X', '0x'), 'ethereum')).toBe(200);
		expect(await at(tideGlass.contractAddress, 'solana')).toBe(200);
		expect(await at(tideGlass.contractAddress.toLowerCase(), 'solana')).toBe(404);
	});

	test('a collection that is not traded has neither prices nor a volume', async () => {
		const { lampKeepers, tideGlass } = service.ids.collections;
		expect((await get(`collections/${lampKeepers.contractAddress}`)).json).toMatchObject({
			data: { floorPrice: 0.25, marketCap: 1.75, volume: { total: 3.5 }, nfts: { length: 5 } },
		});
		expect((await get(`collections/${tideGlass.contractAddress}`, { chain: 'solana' })).json).toMatchObject({
			data: { floorPrice: null, marketCap: null, volume: null },
		});
	});

	test('a wallet lists NFTs that it owns, and those of which it has copies', async () => {
		const { wallets, collections } = service.ids;
		const names = async (wallet: string, query?: Record<string, string>) =>
			(await list(`wallets/${wallet}/nfts`, query)).data.map(({ name }) => name);
		expect(await names(wallets.ada)).toEqual(['Lamp keeper #7', 'Lamp keeper #1']);
		expect(await names(wallets.bruno, { chain: 'polygon' })).toEqual(['Bronze badge', 'Silver badge']);
		expect(await names(wallets.dalia, { chain: 'polygon' })).toEqual([]);
		expect(await names(wallets.daliaSolana, { chain: 'solana' })).toEqual(['Green glass', 'Blue glass']);
		const { badges, lampKeepers } = collections;
		expect(await names(wallets.ada, { contractAddresses: badges.contractAddress })).toEqual([]);
		const both = [badges, lampKeepers].map((one) => `contractAddresses=${one.contractAddress}`).join('&');
		expect((await list(`wallets/${wallets.ada}/nfts?${both}`)).data).toHaveLength(2);
		const [bronze] = (await list(`wallets/${wallets.bruno}/nfts`, { chain: 'polygon' })).data;
		expect(bronze).toMatchObject({ owner: wallets.bruno });
	});

	test('balances are exact text, however large, and formatted by the decimals of the token', async () => {
		const { wallets } = service.ids;
		const balances = async (wallet: string, chain: string) =>
			(await list(`wallets/${wallet}/token-balances`, { chain })).data.map(
				({ balance, balanceFormatted, balanceUsd }) => [balance, balanceFormatted, balanceUsd],
			);
		expect(await balances(wallets.outsider, 'ethereum')).toEqual([
			['9007199254740993000000000000000001', '9007199254740993.000000000000000001', expect.any(Number)],
		]);
		expect(await balances(wallets.chen, 'polygon')).toEqual([['1', '0.000001', null]]);
		expect(await balances(wallets.daliaSolana, 'solana')).toEqual([['42000000000', '42', 0.84]]);
		expect(await balances(wallets.dalia, 'solana')).toEqual([]);
	});

	test('offers belong to the requested collection, NFT or wallet', async () => {
		const { wallets, collections } = service.ids;
		const { contractAddress } = collections.lampKeepers;
		const prices = async (path: string) => (await list(path)).data.map(({ price }) => price);
		expect(await prices(`collections/${contractAddress}/listings`)).toEqual([0.3, 0.25, 0.4]);
		expect(await prices(`collections/${contractAddress}/nfts/3/listings`)).toEqual([0.25]);
		expect(await prices(`collections/${contractAddress}/nfts/1/listings`)).toEqual([]);
		expect(await prices(`wallets/${wallets.bruno}/listings`)).toEqual([0.3, 0.25]);
		expect((await get(`collections/${contractAddress}/nfts/99/listings`)).status).toBe(404);
	});

	test('lists come in cursor pages', async () => {
		const { contractAddress } = service.ids.collections.lampKeepers;
		const path = `collections/${contractAddress}/nfts`;
		const first = await list(path, { limit: '4' });
		expect(first).toMatchObject({ data: { length: 4 }, meta: { hasNextPage: true, totalCount: 7 } });
		const last = await list(path, { limit: '4', cursor: first.meta.endCursor! });
		expect(last).toMatchObject({ data: { length: 3 }, meta: { hasNextPage: false } });
		expect(await get(path, { cursor: 'nowhere' })).toMatchObject({
			status: 400,
			json: { error: 'The cursor is unknown.' },
		});
	});
});
