import { startService, type Service } from '../../sandbox/service';
import { send } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.control.reset());
afterEach(() => expect(service.contractViolations).toEqual([]));
afterAll(() => service.stop());

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
	expect((await get(`tokens/${oil.address}`)).json).toMatchObject({ data: { symbol: 'OIL', decimals: 18 } });
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
