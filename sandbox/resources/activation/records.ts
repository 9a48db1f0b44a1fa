import type { Schemas } from '../../base/state';
import type { Owner } from '../chain/records';

export type ActivationConfig = Schemas['ActivationConfig'];

/** How an NFT was last credited in a currency. What it holds stands in the ledger. */
export interface Credit {
	nftId: string;
	realmPointId: string;
	lastCredited: string;
	/** The amount. */
	lastCreditedBy: number;
	pointMetadata: Record<string, unknown> | null;
}

/** A contract that a realm follows. */
export type Activation = Schemas['Activation'] & {
	/** Who held what when the chain was last read, by the id of the NFT. */
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
