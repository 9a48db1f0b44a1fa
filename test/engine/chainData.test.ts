import type { INodeParameters } from 'n8n-workflow';

import { runNode } from './engine';
import { useService } from './sandbox';

const service = useService();

const run = async (operation: string, parameters: INodeParameters = {}) => {
	const [resource = '', name = ''] = operation.split('.');
	return await runNode({
		credential: service.credential(),
		parameters: { resource, operation: name, ...parameters },
		onError: 'continueErrorOutput',
	});
};
const details = async (operation: string, parameters: INodeParameters) =>
	(await run(operation, parameters)).errorItems[0]?.json as { error: string; details: { advice: string } };

/** Gives Ada this many more of everything on Ethereum. */
function enrich(count: number): void {
	const { state, ids } = service;
	const { ada } = ids.wallets;
	for (let number = 1; number <= count; number++) {
		const address = `0x${String(number).padStart(40, '0')}`;
		state.nfts.push({ ...state.nfts[0]!, id: `nft ${number}`, tokenId: `1${number}`, owner: ada });
		state.listings.push({
			...state.listings[0]!,
			id: `listing ${number}`,
			tokenId: `1${number}`,
			seller: ada,
		});
		state.tokens.push({ ...state.tokens[0]!, address });
		state.tokenHoldings.push({
			chain: 'ethereum',
			address,
			wallet: ada,
			balance: `${number}${'0'.repeat(30)}`,
		});
	}
}

const collection = () => ({ contractAddress: service.ids.collections.lampKeepers.contractAddress });
const wallet = () => ({ walletAddress: service.ids.wallets.ada });

it.each([
	['collection.getNfts', collection, 227, false],
	['collection.getListings', collection, 223, false],
	['wallet.getNfts', wallet, 222, true],
	['wallet.getTokenBalances', wallet, 221, true],
	['wallet.getListings', wallet, 220, false],
] as const)(
	'%s gives the records of all pages, and no more than the limit',
	async (operation, named, count, isStated) => {
		enrich(220);
		const { items } = await run(operation, { ...named(), returnAll: true });
		expect(new Set(items.map(({ json }) => JSON.stringify(json))).size).toBe(count);
		const asked = () => service.requests.map(({ query }) => query as { cursor?: string; limit?: string });
		const [first, ...others] = asked();
		expect([first?.cursor, others.every(({ cursor }) => cursor !== undefined)]).toEqual([undefined, true]);
		const before = asked().length;
		expect((await run(operation, { ...named(), limit: 101 })).items).toHaveLength(101);
		const sizes = asked()
			.slice(before)
			.map(({ limit }) => limit);
		expect(sizes).toEqual(isStated ? ['100', '1'] : [undefined, '81']);
	},
);

it('balances stay text with every digit', async () => {
	const { outsider } = service.ids.wallets;
	const [held] = (await run('wallet.getTokenBalances', { walletAddress: outsider })).items;
	expect(held?.json).toMatchObject({
		balance: '9007199254740993000000000000000001',
		balanceFormatted: '9007199254740993.000000000000000001',
	});
});

it('a collection has ten fields by default, and all on request', async () => {
	const [short] = (await run('collection.get', collection())).items;
	expect(Object.keys(short!.json)).toHaveLength(10);
	expect(short!.json).toMatchObject({ name: 'Lamp keepers', floorPrice: 0.25, volume: { total: 3.5 } });
	const [whole] = (await run('collection.get', { ...collection(), simplify: false })).items;
	expect(whole!.json).toMatchObject({ bannerImage: null, nfts: { length: 5 } });
});

it('an offer is returned unchanged', async () => {
	const parameters = { ...collection(), tokenId: '3' };
	const { items } = await run('nft.getListings', parameters);
	expect(items.map(({ json }) => json)).toEqual([expect.objectContaining({ tokenId: '3', price: 0.25 })]);
	const body = { data: [{ anything: [1] }, 'text'] };
	service.control.addFault({ operation: 'nft.getListings', kind: 'status', status: 200, body });
	const strange = await run('nft.getListings', parameters);
	expect(strange.items.map(({ json }) => json)).toEqual([{ anything: [1] }, { value: 'text' }]);
});

it('addresses are sent with their letters as they are, and collections each by themselves', async () => {
	const { wallets, collections } = service.ids;
	const walletAddress = wallets.outsider;
	const addresses = [collections.badges.contractAddress, collections.lampKeepers.contractAddress];
	const given = { additionalFields: { contractAddresses: `={{ ${JSON.stringify(addresses)} }}` } };
	await run('wallet.getNfts', { walletAddress, ...given });
	await run('wallet.getNfts', {
		walletAddress,
		additionalFields: { contractAddresses: addresses.join(', ') },
	});
	for (const { path, query } of service.requests) {
		expect(path).toContain('0x00000000000000000000000000000000000000Ff');
		expect((query as { contractAddresses: unknown }).contractAddresses).toEqual(addresses);
	}
	expect(service.requests).toHaveLength(2);
});

it.each([
	['wallet.getNfts', 'walletAddress', 'Wallet Address'],
	['wallet.getTokenBalances', 'walletAddress', 'Wallet Address'],
	['wallet.getListings', 'walletAddress', 'Wallet Address'],
	['token.get', 'tokenAddress', 'Token Address'],
	['collection.get', 'contractAddress', 'Contract Address'],
	['collection.getNfts', 'contractAddress', 'Contract Address'],
	['collection.getListings', 'contractAddress', 'Contract Address'],
])(
	'%s refuses an address that no chain can have, before anything is asked',
	async (operation, name, shown) => {
		const odd = await details(operation, { [name]: '0x5290840009852788G' });
		expect(odd.error).toContain(`"${shown}" must have 1 to 64 hexadecimal digits after "0x"`);
		const cut = await details(operation, { [name]: '0x5290…9EE7' });
		expect(cut.error).toContain(`"${shown}" must be a full address`);
		expect(service.requests).toEqual([]);
	},
);

it.each([
	['collection.get', collection, /^There is no such collection on this chain, or this installation/],
	[
		'token.get',
		() => ({ tokenAddress: '0x1' }),
		/^There is no such token on this chain, or this installation/,
	],
	['wallet.getNfts', wallet, /^This installation of the service does not offer data of chains/],
] as const)('%s says in words that an installation does not offer it', async (operation, named, advice) => {
	service.control.addFault({ operation, kind: 'status', status: 404, body: { error: 'Not Found' } });
	expect((await details(operation, named())).details).toMatchObject({
		status: 404,
		advice: expect.stringMatching(advice),
	});
});
