import { isoDaysAgo } from '../../base/dates';
import { seedId } from '../../base/ids';
import type { State } from '../../base/state';
import type { Collection, Holding, Listing, Nft, Token, TokenHolding } from './records';

/** The wallet of a member, by the number of the account. It is the same on every chain with addresses of this form. */
export const walletOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

export const ids = {
	wallets: {
		ada: walletOf(1),
		bruno: walletOf(2),
		chen: walletOf(3),
		dalia: walletOf(4),
		/** Dalia's wallet on Solana. */
		daliaSolana: 'DaLiaDaLia1111111111111111111111111111111111',
		/** A wallet of no member. */
		outsider: '0x00000000000000000000000000000000000000Ff',
	},
	collections: {
		lampKeepers: {
			chain: 'ethereum',
			contractAddress: '0x5a9d00000000000000000000000000000000c0de',
		},
		/** Of the type `erc1155`. */
		badges: { chain: 'polygon', contractAddress: '0xB0A7000000000000000000000000000000001155' },
		tideGlass: { chain: 'solana', contractAddress: 'TideG1ass11111111111111111111111111111111111' },
	},
	tokens: {
		oil: { chain: 'ethereum', address: '0x0117000000000000000000000000000000000e20' },
		salt: { chain: 'polygon', address: '0x5a17000000000000000000000000000000000e20' },
		kelp: { chain: 'solana', address: 'KeLp1111111111111111111111111111111111111111' },
	},
} as const;

const { wallets, collections, tokens } = ids;

const seedCollections = (): Collection[] => [
	{
		id: seedId('collection', 1),
		...collections.lampKeepers,
		type: 'nft',
		name: 'Lamp keepers',
		description: 'Those who keep the lamp burning.',
		image: 'https://images.example/lamp-keepers.png',
		totalSupply: 7,
		floorPrice: 0.25,
		volume: 3.5,
	},
	{
		id: seedId('collection', 2),
		...collections.badges,
		type: 'erc1155',
		name: 'Harbour badges',
		description: 'For deeds in the harbour.',
		image: 'https://images.example/harbour-badges.png',
		totalSupply: 11,
		floorPrice: 1.5,
		volume: 120,
	},
	{
		id: seedId('collection', 3),
		...collections.tideGlass,
		type: 'nft',
		name: 'Tide glass',
		description: 'Found at low tide.',
		image: 'https://images.example/tide-glass.png',
		totalSupply: 2,
		floorPrice: null,
		volume: 0,
	},
];

/** The NFTs of the collections. For an NFT with many copies, `owner` is its creator. */
export function seedNfts(): Nft[] {
	const lampKeeper = (number: number, tokenId: string, owner: string, shift: string): Nft => ({
		id: seedId('nft', number),
		...collections.lampKeepers,
		tokenId,
		owner,
		name: `Lamp keeper #${tokenId}`,
		description: 'Keeps the lamp burning.',
		image: `https://images.example/lamp-keeper-${tokenId}.png`,
		attributes: [{ trait_type: 'Shift', value: shift }],
	});
	const other = (
		number: number,
		place: Pick<Nft, 'chain' | 'contractAddress' | 'tokenId' | 'owner'>,
		name: string,
	): Nft => ({
		id: seedId('nft', number),
		...place,
		name,
		description: `${name}, of the harbour.`,
		image: `https://images.example/nft-${number}.png`,
		attributes: [],
	});
	return [
		lampKeeper(1, '7', wallets.ada, 'Night'),
		lampKeeper(2, '1', wallets.ada, 'Day'),
		lampKeeper(3, '2', wallets.bruno, 'Night'),
		lampKeeper(4, '3', wallets.bruno, 'Day'),
		lampKeeper(5, '4', wallets.chen, 'Night'),
		lampKeeper(6, '5', wallets.dalia, 'Day'),
		lampKeeper(7, '6', wallets.outsider, 'Night'),
		other(8, { ...collections.badges, tokenId: '1', owner: wallets.outsider }, 'Bronze badge'),
		other(9, { ...collections.badges, tokenId: '2', owner: wallets.outsider }, 'Silver badge'),
		other(10, { ...collections.tideGlass, tokenId: '1', owner: wallets.daliaSolana }, 'Green glass'),
		other(11, { ...collections.tideGlass, tokenId: '2', owner: wallets.daliaSolana }, 'Blue glass'),
	];
}

export function seedHoldings(): Holding[] {
	const held = (tokenId: string, wallet: string, amount: number): Holding => ({
		...collections.badges,
		tokenId,
		wallet,
		amount,
	});
	return [
		held('1', wallets.ada, 3),
		held('1', wallets.bruno, 1),
		held('1', wallets.outsider, 5),
		held('2', wallets.bruno, 2),
	];
}

const seedTokens = (): Token[] => [
	{ ...tokens.oil, name: 'Lamp oil', symbol: 'OIL', decimals: 18, type: 'erc20', price: 0.5 },
	{ ...tokens.salt, name: 'Sea salt', symbol: 'SALT', decimals: 6, type: 'erc20', price: null },
	{ ...tokens.kelp, name: 'Kelp', symbol: 'KELP', decimals: 9, type: 'spl', price: 0.02 },
];

const seedTokenHoldings = (): TokenHolding[] => [
	{ ...tokens.oil, wallet: wallets.ada, balance: '1234567890123456789012' },
	{ ...tokens.oil, wallet: wallets.bruno, balance: '500000000000000000' },
	{ ...tokens.oil, wallet: wallets.outsider, balance: '9007199254740993000000000000000001' },
	{ ...tokens.salt, wallet: wallets.ada, balance: '2500000' },
	{ ...tokens.salt, wallet: wallets.chen, balance: '1' },
	{ ...tokens.kelp, wallet: wallets.daliaSolana, balance: '42000000000' },
];

function seedListings(): Listing[] {
	const offer = (
		number: number,
		more: Pick<Listing, 'chain' | 'contractAddress' | 'tokenId' | 'seller' | 'price'>,
	) => ({
		id: seedId('listing', number),
		...more,
		createdAt: isoDaysAgo(number),
	});
	const { lampKeepers, badges, tideGlass } = collections;
	return [
		offer(1, { ...lampKeepers, tokenId: '2', seller: wallets.bruno, price: 0.3 }),
		offer(2, { ...lampKeepers, tokenId: '3', seller: wallets.bruno, price: 0.25 }),
		offer(3, { ...lampKeepers, tokenId: '6', seller: wallets.outsider, price: 0.4 }),
		offer(4, { ...badges, tokenId: '1', seller: wallets.outsider, price: 1.5 }),
		offer(5, { ...badges, tokenId: '1', seller: wallets.bruno, price: 2 }),
		offer(6, { ...tideGlass, tokenId: '2', seller: wallets.daliaSolana, price: 9 }),
	];
}

export const seedState = (): Partial<State> => ({
	collections: seedCollections(),
	nfts: seedNfts(),
	holdings: seedHoldings(),
	tokens: seedTokens(),
	tokenHoldings: seedTokenHoldings(),
	listings: seedListings(),
});
