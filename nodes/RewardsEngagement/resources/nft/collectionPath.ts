import { path, type Path } from '../../api/path';

export function collectionPath({ contractAddress }: { contractAddress: string }): Path {
	return path`/api/v1/web3-data/collections/${contractAddress}`;
}

export function nftPath(place: { contractAddress: string; tokenId: string }): Path {
	return path`${collectionPath(place)}/nfts/${place.tokenId}`;
}
