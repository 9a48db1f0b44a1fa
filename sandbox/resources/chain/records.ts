import type { Schemas } from '../../base/state';

export type Chain = Schemas['Chain'];

/** A contract with NFTs. */
export interface Collection {
	id: string;
	chain: Chain;
	contractAddress: string;
	/** In `nft`, each NFT has one owner. In `erc1155`, each NFT has many copies and many owners. */
	type: 'nft' | 'erc1155';
	name: string;
	description: string;
	image: string;
	totalSupply: number;
	/** In the coin of the chain. */
	floorPrice: number | null;
	/** The total price of all its sales so far, in the coin of the chain. */
	volume: number;
}

/** An NFT of a collection. For the type `erc1155`, `owner` is its creator. */
export type Nft = Required<Schemas['NftDetails']>;

/** The number of copies that one owner has of an NFT of type `erc1155`. */
export interface Holding {
	chain: Chain;
	contractAddress: string;
	tokenId: string;
	wallet: string;
	amount: number;
}

/** A fungible token. */
export interface Token {
	chain: Chain;
	address: string;
	name: string;
	symbol: string;
	decimals: number;
	/** The standard, such as `erc20`. */
	type: string;
	/** In dollars, or null when it is not traded. */
	price: number | null;
}

/** The balance of a wallet in a token. */
export interface TokenHolding {
	chain: Chain;
	address: string;
	wallet: string;
	/** In the smallest unit, as text, because it is too large for a number. */
	balance: string;
}

/** An offer to sell an NFT. */
export interface Listing {
	id: string;
	chain: Chain;
	contractAddress: string;
	tokenId: string;
	seller: string;
	/** In the coin of the chain. */
	price: number;
	createdAt: string;
}

declare module '../../base/state' {
	interface State {
		collections: Collection[];
		nfts: Nft[];
		holdings: Holding[];
		tokens: Token[];
		tokenHoldings: TokenHolding[];
		listings: Listing[];
	}
}

/** Upper and lower case differ only on Solana. */
export const isSameAddress = (chain: Chain, one: string, other: string) =>
	chain === 'solana' ? one === other : one.toLowerCase() === other.toLowerCase();

/** One owner, and how many of something they own. */
export interface Owner {
	wallet: string;
	amount: number;
}

/** The present owners of an NFT. */
export function ownersOf(
	holdings: readonly Holding[],
	{ chain, contractAddress, tokenId, owner }: Nft,
): Owner[] {
	const held = holdings.filter(
		(one) =>
			one.chain === chain &&
			one.tokenId === tokenId &&
			isSameAddress(chain, one.contractAddress, contractAddress),
	);
	return held.length === 0
		? [{ wallet: owner, amount: 1 }]
		: held.map(({ wallet, amount }) => ({ wallet, amount }));
}
