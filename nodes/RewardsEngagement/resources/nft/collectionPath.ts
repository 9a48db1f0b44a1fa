import { path, type Path } from '../../api/path';

/** The path of a collection. It does not depend on the realm. */
export function collectionPath({ contractAddress }: { contractAddress: string }): Path {
	return path`/api/v1/web3-data/collections/${contractAddress}`;
}

/** The path of an NFT of the collection. */
export function nftPath(place: { contractAddress: string; tokenId: string }): Path {
	return path`${collectionPath(place)}/nfts/${place.tokenId}`;
}
