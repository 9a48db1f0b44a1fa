import type { Schemas } from '../../base/state';

export type Nft = Schemas['NftDetails'];

export type NftBalance = Schemas['ActivationNftBalance']['balances'][number];

export interface Activation {
	id: string;
	/** Balances of the NFTs of the activation, by the id of the NFT. */
	balances: Map<string, NftBalance[]>;
}

declare module '../../base/state' {
	interface Realm {
		activations: Map<string, Activation>;
	}
	interface State {
		nfts: Nft[];
	}
}
