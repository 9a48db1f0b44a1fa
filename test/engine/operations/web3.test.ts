import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { outputSchemas } from '../../../scripts/lib/derived/outputSchemas';
import { operationNamed, optionsOf } from '../../fixtures/operations';
import { until } from '../../harness/process/wait';
import { byId } from '../../harness/workflows/nodes';
import { runNode, type RunOptions } from '../engine';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => expect(service.control.ledger().sum).toBe(0));

const run = async (operation: string, parameters: INodeParameters, rest: Partial<RunOptions> = {}) => {
	const [resource = '', name = ''] = operation.split('.');
	return await runNode({
		credential: service.credential(),
		parameters: { resource, operation: name, ...parameters },
		onError: 'continueErrorOutput',
		...rest,
	});
};
const sent = (operationId: string) =>
	service.requests.filter((request) => request.operationId === operationId).map(({ body }) => body);
const stars = () => service.ids.currencies.stars;
/** The balance of an NFT of the Lamp keepers, by token id. */
const held = (tokenId: string) =>
	service.control
		.ledger()
		.accounts.filter(
			({ holder, currencyId }) =>
				currencyId === stars() && holder.endsWith(`/${service.ids.lampKeepers[tokenId]}`),
		)
		.reduce((sum, { balance }) => sum + balance, 0);

describe('crediting NFTs', () => {
	const credit = (more: INodeParameters, rest?: Partial<RunOptions>) =>
		run(
			'activation.creditNfts',
			{
				activationId: byId(service.ids.activation),
				currencyId: byId(stars()),
				amount: 5,
				...more,
			},
			rest,
		);
	const nft = (tokenId: string) => service.ids.lampKeepers[tokenId]!;

	it('credits those that are named and no other, though the service would take all', async () => {
		const { items } = await credit({ nftIds: `${nft('1')}, ${nft('2')}` });
		expect(items[0]?.json).toEqual({ creditedCount: 2 });
		expect(['1', '2', '3', '7'].map(held)).toEqual([5, 5, 0, 340]);
		expect(sent('activation.creditNfts')).toEqual([
			{ amount: 5, currencyId: stars(), selectionMode: 'specific', nftIds: [nft('1'), nft('2')] },
		]);
	});

	it('credits all but those that are named, and all, where that is chosen', async () => {
		expect((await credit({ selectionMode: 'exclude', nftIds: nft('7') })).items[0]?.json).toEqual({
			creditedCount: 6,
		});
		expect((await credit({ selectionMode: 'all' })).items[0]?.json).toEqual({ creditedCount: 7 });
		expect(['1', '7'].map(held)).toEqual([10, 345]);
		expect(sent('activation.creditNfts')).toMatchObject([
			{ selectionMode: 'exclude', nftIds: [nft('7')] },
			{ selectionMode: 'all', nftIds: [] },
		]);
	});

	it.each(['specific', 'exclude'])(
		'treats missing IDs as no selection, with the mode %s',
		async (selectionMode) => {
			for (const nftIds of ['', ' , ', '={{ $json.none }}', '={{ [] }}', '={{ [""] }}', '={{ [null] }}']) {
				// n8n refuses to run a node without the values of a fixed mode. For an expression it cannot know the
				// mode.
				const { items, errorItems } = await credit({ selectionMode: `={{ "${selectionMode}" }}`, nftIds });
				expect([nftIds, items]).toEqual([nftIds, []]);
				expect(errorItems[0]?.json.error).toContain('"NFT Names or IDs"');
				expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'notApplied' });
			}
			expect(service.requests).toEqual([]);
		},
	);

	it('never takes an empty mode for all', async () => {
		const { errorItems } = await credit({ selectionMode: '' });
		expect(errorItems[0]?.json.error).toBe('"NFT Names or IDs" is empty');
		expect(service.requests).toEqual([]);
	});

	it('takes no mode that is not one, and no expression without a value', async () => {
		for (const selectionMode of ['={{ $json.none }}', '={{ "ALL" }}', '={{ "every" }}']) {
			const { errorItems } = await credit({ selectionMode, nftIds: nft('1') });
			expect(errorItems[0]?.json.error).toContain('"NFTs"');
		}
		expect(service.requests).toEqual([]);
	});

	it('is held against the limits by what all that are named get, and refused where that is not known', async () => {
		const three = { nftIds: [nft('1'), nft('2'), nft('3')].join(), amount: 0.1 };
		const { errorItems } = await credit({ ...three, options: { maximumAmount: 0.29 } });
		expect(errorItems[0]?.json.error).toBe(
			`Not sent: 0.3 of currency ${stars()} is above "Maximum Amount per Item" (0.29)`,
		);
		const all = await credit({ selectionMode: 'all', options: { maximumTotal: 1e9 } });
		expect(all.errorItems[0]?.json.error).toContain('the amount of this item is not known');
		expect(service.requests).toEqual([]);
		expect((await credit({ ...three, amount: 1, options: { maximumTotal: 3 } })).items).toHaveLength(1);
	});

	it('is not done again under its key, and is only shown in a dry run', async () => {
		const keyed = { nftIds: nft('1'), repeatProtection: 'key', idempotencyKey: 'week 12' };
		const dry = await credit({ ...keyed, options: { dryRun: true } });
		expect(dry.items[0]?.json).toMatchObject({
			dryRun: true,
			request: { body: { selectionMode: 'specific' } },
		});
		expect((await credit(keyed)).items[0]?.json).toEqual({ creditedCount: 1 });
		expect((await credit(keyed)).items[0]?.json).toMatchObject({ skipped: true });
		expect(held('1')).toBe(5);
	});
});

describe('claiming', () => {
	const claim = (more: INodeParameters = {}, serviceId = service.ids.members.ada) =>
		run('memberWeb3.claim', { serviceId: byId(serviceId), claimType: 'all', ...more });
	const read = { additionalFields: { readBalances: true } };
	const claimable = (balance: number) => ({ realmPointId: stars(), balance });

	it('moves what the NFTs hold to their owner, once', async () => {
		const before = service.balance(service.ids.members.ada, stars());
		const { ada } = service.ids.members;
		expect((await claim()).items[0]?.json).toEqual({ success: true, serviceId: ada, claimType: 'all' });
		await claim();
		expect(service.balance(service.ids.members.ada, stars())).toBe(before + 340);
		expect(held('7')).toBe(0);
	});

	it('gives the balances before and after where it is asked to, and says what they are', async () => {
		const [item] = (await claim(read)).items;
		expect(item?.json).toMatchObject({
			success: true,
			balancesBefore: {
				claimableBalances: [claimable(340), { balance: 2 }],
				tokenBalances: [{ balance: '1234567890123456789012', token: { symbol: 'OIL' } }],
			},
			balancesAfter: { claimableBalances: [] },
			balancesNote: expect.stringContaining('can affect the difference') as unknown,
		});
		expect(service.requests.map(({ operationId }) => operationId)).toEqual([
			'memberWeb3.getBalances',
			'memberWeb3.claim',
			'memberWeb3.getBalances',
		]);
	});

	it('is still made when the balances cannot be read after it', async () => {
		const fault = { operation: 'memberWeb3.getBalances', kind: 'status', status: 403 } as const;
		service.control.addFault({ operation: 'memberWeb3.claim', kind: 'delay', delay: 300 });
		const running = claim(read);
		await until('the claim', () => sent('memberWeb3.claim').length === 1);
		service.control.addFault(fault);
		const { items } = await running;
		expect(items[0]?.json).toMatchObject({
			success: true,
			balancesAfter: null,
			balancesNote: expect.stringContaining('The claim was made') as unknown,
		});
		expect(held('7')).toBe(0);
	});

	it('is not made where the balances cannot be read before it', async () => {
		service.control.addFault({ operation: 'memberWeb3.getBalances', kind: 'status', status: 403 });
		const { errorItems } = await claim(read);
		expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'notApplied', status: 403 });
		expect(held('7')).toBe(340);
	});

	it('is of what is named only, and none named is no choice', async () => {
		const { lampKeepers, activations } = service.ids;
		await claim({ additionalFields: { nftIds: lampKeepers['1']! } });
		await claim({ additionalFields: { activationId: byId(activations.badges) } });
		await claim({ claimType: 'erc1155' });
		expect(held('7')).toBe(340);
		for (const nftIds of ['', '={{ [] }}', '={{ $json.none }}']) {
			const { errorItems } = await claim({ additionalFields: { nftIds } });
			expect(errorItems[0]?.json.error).toContain('"NFT Names or IDs"');
		}
		const { errorItems } = await claim({ additionalFields: { activationId: byId('={{ $json.none }}') } });
		expect(errorItems[0]?.json.error).toContain('"Activation"');
		expect(held('7')).toBe(340);
	});

	it('counts as made by a 204 alone, or by an answer that says so', async () => {
		const answers = (status: number, body: IDataObject | undefined) =>
			service.control.addFault({ operation: 'memberWeb3.claim', kind: 'status', status, body, times: 1 });
		answers(200, {});
		expect((await claim()).errorItems[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		answers(200, { success: false });
		expect((await claim()).errorItems[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		answers(200, { success: true, moved: 340 });
		expect((await claim()).items[0]?.json).toMatchObject({ success: true, moved: 340 });
	});

	it('shows the balances among the fields of its result before it ever ran', () => {
		const [, schema] = [...outputSchemas()].find(([file]) => file.endsWith('/memberWeb3/claim.json'))!;
		expect(Object.keys(schema.properties!)).toEqual([
			'success',
			'serviceId',
			'claimType',
			'activationId',
			'nftIds',
			'balancesBefore',
			'balancesAfter',
			'balancesNote',
		]);
	});

	it('shows in a dry run what could be claimed now', async () => {
		const dry = await claim({ ...read, options: { dryRun: true } });
		expect(dry.items[0]?.json).toMatchObject({
			dryRun: true,
			request: { body: { claimType: 'all' } },
			balancesNow: { claimableBalances: [claimable(340), { balance: 2 }] },
		});
		expect(sent('memberWeb3.claim')).toEqual([]);
	});
});

describe.each(['linkNfts', 'unlinkNfts'])('memberWeb3.%s', (name) => {
	const link = (more: INodeParameters) =>
		run(`memberWeb3.${name}`, { serviceId: byId(service.ids.members.ada), ...more });
	const linked = () =>
		service.state.realms.get(service.realmId)!.activations.get(service.ids.activation)!.linkedMembers;

	it('is about all activations only where that is chosen', async () => {
		for (const activationIds of [undefined, '', '={{ [] }}', '={{ $json.none }}']) {
			const activations = '={{ "specific" }}';
			const { errorItems } = await link({
				activations,
				...(activationIds === undefined ? {} : { activationIds }),
			});
			expect(errorItems[0]?.json.error).toContain('"Activation Names or IDs"');
		}
		expect((await link({ activations: '' })).errorItems[0]?.json.error).toContain(
			'"Activation Names or IDs"',
		);
		expect(service.requests).toEqual([]);
		linked().add(name === 'linkNfts' ? 'other' : service.ids.members.ada);
		const { items } = await link({ activations: 'all' });
		const { ada } = service.ids.members;
		expect(items[0]?.json).toEqual({ success: true, serviceId: ada, activations: 'all' });
		expect(linked().has(service.ids.members.ada)).toBe(name === 'linkNfts');
		expect(sent(`memberWeb3.${name}`)).toEqual([null]);
	});
});

describe('configs', () => {
	const create = (more: INodeParameters) =>
		run('activationConfig.create', { activationId: byId(service.ids.activation), ...more });

	it.each(['sales', 'listings'])('of %s are an address, and nothing else', async (configType) => {
		const targetUrl = 'https://n8n.example.com/webhook/Sales';
		const { items } = await create({ configType, targetUrl, settings: '{"other": 1}' });
		expect(items[0]?.json).toMatchObject({ id: service.ids.activation, displayName: 'Lamp keepers' });
		expect((items[0]?.json.configs as IDataObject[]).at(-1)).toMatchObject({
			configType,
			settings: { targetUrl, webhookId: expect.any(String) as unknown },
		});
		expect(sent('activationConfig.create')).toEqual([{ config: { configType, settings: { targetUrl } } }]);
	});

	it('of other types are what is given as JSON, also of types that are not listed', async () => {
		await create({ configType: 'generator', settings: '{"pointsPerDay": 5}', pointsConfig: '[{"a": 1}]' });
		service.control.addFault({
			operation: 'activationConfig.create',
			kind: 'status',
			status: 201,
			body: { id: 'activation' },
		});
		await create({ configType: '={{ "staking" }}', settings: '={{ { days: 3 } }}' });
		expect(sent('activationConfig.create')).toEqual([
			{ config: { configType: 'generator', settings: { pointsPerDay: 5 }, pointsConfig: [{ a: 1 }] } },
			{ config: { configType: 'staking', settings: { days: 3 } } },
		]);
	});

	it('are refused where their settings are not there, so that no update takes them away', async () => {
		for (const [more, field] of [
			[{ configType: '={{ "sales" }}' }, 'Target URL'],
			[{ configType: 'sales', targetUrl: 'n8n.example.com' }, 'Target URL'],
			[{ configType: 'passive' }, 'Settings'],
			[{ configType: 'generator', settings: '[]' }, 'Settings'],
			[{ configType: 'generator', settings: '{}', pointsConfig: '{}' }, 'Points Config'],
		] as const) {
			const configId = byId(service.ids.activationConfigs.generator);
			const { errorItems } = await run('activationConfig.update', {
				activationId: byId(service.ids.activation),
				configId,
				...more,
			});
			expect(errorItems[0]?.json.error).toContain(`"${field}"`);
		}
		expect(service.requests).toEqual([]);
	});
});

describe('the address of a contract', () => {
	const create = (contractAddress: string, chain: INodeParameters[string] = 'ethereum') =>
		run('activation.create', { activationType: 'nft', chain, contractAddress });

	it('keeps its letters', async () => {
		const address = '0x52908400098527886E0F7030069857D2E4169EE7';
		expect((await create(address)).items[0]?.json).toMatchObject({ contractAddress: address });
	});

	it('is refused where no address on any chain looks like it', async () => {
		const { errorItems } = await create('0x5290…9EE7');
		expect(errorItems[0]?.json.error).toMatch(/^"Contract Address" must be a full address/);
		expect(service.requests).toEqual([]);
	});

	it.each(['={{ "newchain" }}', { __rl: true, mode: 'name', value: 'newchain' }])(
		'is left to the service on the chain %j, which is not known here',
		async (chain) => {
			service.control.addFault({
				operation: 'activation.create',
				kind: 'status',
				status: 201,
				body: { id: 'activation', chain: 'newchain' },
			});
			expect((await create('0x12', chain)).items[0]?.json).toMatchObject({ chain: 'newchain' });
		},
	);
});

describe('syncing', () => {
	const timeoutInPanel = (operation: string) =>
		optionsOf(operationNamed(operation)).find(({ name }) => name === 'timeoutSeconds')?.default;

	it('is waited for longer than others, unless told otherwise', async () => {
		expect(timeoutInPanel('activation.sync')).toBe(600);
		expect(timeoutInPanel('activation.get')).toBe(30);
		service.control.addFault({ operation: 'activation.sync', kind: 'timeout' });
		const { errorItems } = await run('activation.sync', {
			activationId: byId(service.ids.activation),
			options: { timeoutSeconds: 0.2, retries: 0 },
		});
		expect(errorItems[0]?.json.error).toContain('The service did not respond in time');
	});
});

describe('what members hold', () => {
	it('has every digit of a token, as text', async () => {
		const { items } = await run('memberWeb3.getBalances', { serviceId: byId(service.ids.members.ada) });
		expect(items[0]?.json.tokenBalances).toMatchObject([{ balance: '1234567890123456789012' }]);
		service.control.addFault({
			operation: 'memberWeb3.getBalances',
			kind: 'status',
			status: 200,
			body: { data: { tokenBalances: [{ balance: '0009007199254740993' }] } },
		});
		const again = await run('memberWeb3.getBalances', { serviceId: byId(service.ids.members.bruno) });
		expect(again.items[0]?.json.tokenBalances).toEqual([{ balance: '0009007199254740993' }]);
	});
});

describe('data of chains', () => {
	const details = async (operation: string, parameters: INodeParameters) =>
		(await run(operation, parameters)).errorItems[0]?.json as { error: string; details: { advice: string } };

	const collection = () => ({ contractAddress: service.ids.collections.lampKeepers.contractAddress });

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
});
