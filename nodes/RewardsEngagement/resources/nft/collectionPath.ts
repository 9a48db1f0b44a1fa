import { path, type Path } from '../../api/path';

/** Where the data of a collection is, whichever realm asks. */
export function collectionPath({ contractAddress }: { contractAddress: string }): Path {
	return path`/api/v1/web3-data/collections/${contractAddress}`;
}

/** Where an NFT of it is. */
export function nftPath(place: { contractAddress: string; tokenId: string }): Path {
	return path`${collectionPath(place)}/nfts/${place.tokenId}`;
}
