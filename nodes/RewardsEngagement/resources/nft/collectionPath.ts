import { path, type Path } from '../../api/path';
import { addressOn } from '../../fields/address';
import { CONTRACT_ADDRESS } from './fields';

/**
 * Where the data of a collection is, whichever realm asks.
 *
 * @throws {InvalidParameter} when no contract of the chain looks like this
 */
export function collectionPath(contractAddress: string, chain: string | undefined): Path {
	return path`/api/v1/web3-data/collections/${addressOn(chain, contractAddress, CONTRACT_ADDRESS)}`;
}

/** Where an NFT of it is. */
export function nftPath(values: {
	contractAddress: string;
	tokenId: string;
	chain?: string | undefined;
}): Path {
	return path`${collectionPath(values.contractAddress, values.chain)}/nfts/${values.tokenId}`;
}
