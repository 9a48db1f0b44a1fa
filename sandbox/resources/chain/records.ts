import type { Schemas } from '../../base/state';

export type Chain = Schemas['Chain'];

/** A contract with NFTs. */
export interface Collection {
	id: string;
	chain: Chain;
	contractAddress: string;
	/** Of `nft` each has one owner; of `erc1155` there are many of each, and so are the owners. */
	type: 'nft' | 'erc1155';
	name: string;
	description: string;
	image: string;
	totalSupply: number;
	/** In the coin of the chain. */
	floorPrice: number | null;
	/** What was paid for NFTs of it so far, in the coin of the chain. */
	volume: number;
}

/** An NFT of a collection; of the type `erc1155`, `owner` is who made it. */
export type Nft = Required<Schemas['NftDetails']>;

/** Who holds how many of an NFT of a collection of the type `erc1155`. */
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
	/** In dollars, where it is traded. */
	price: number | null;
}

/** How much of a token a wallet holds. */
export interface TokenHolding {
	chain: Chain;
	address: string;
	wallet: string;
	/** In the smallest unit, as text: it exceeds what numbers hold. */
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

/** Case counts on Solana only. */
export const isSameAddress = (chain: Chain, one: string, other: string) =>
	chain === 'solana' ? one === other : one.toLowerCase() === other.toLowerCase();

/** Who holds how many of something. */
export interface Owner {
	wallet: string;
	amount: number;
}

/** Who holds an NFT now. */
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
