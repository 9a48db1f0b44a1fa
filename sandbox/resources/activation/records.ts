import type { Schemas } from '../../base/state';
import type { Owner } from '../chain/records';

export type ActivationConfig = Schemas['ActivationConfig'];

/** The last credit of an NFT in a currency. Its balance is in the ledger. */
export interface Credit {
	nftId: string;
	realmPointId: string;
	lastCredited: string;
	lastCreditedBy: number;
	pointMetadata: Record<string, unknown> | null;
}

/** A contract that a realm follows. */
export type Activation = Schemas['Activation'] & {
	/** The owners at the last sync with the chain, by the id of the NFT. */
	owners: Map<string, Owner[]>;
	credits: Credit[];
	/** The ids of the activations that it is linked to. */
	links: Set<string>;
	/** The ids of the members whose NFTs are linked to it. */
	linkedMembers: Set<string>;
};

declare module '../../base/state' {
	interface Realm {
		activations: Map<string, Activation>;
	}
}
