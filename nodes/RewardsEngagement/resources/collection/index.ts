import { resource } from '../../declare/resource';
import { getCollection } from './get';
import { getCollectionListings } from './getListings';
import { getCollectionNfts } from './getNfts';
import { searchActivationNfts } from './searchActivationNfts';
import { searchChains } from './searchChains';

export const collection = resource({
	name: 'Collection',
	description: 'A collection of NFTs on a chain',
	default: 'get',
	operations: {
		get: getCollection,
		getListings: getCollectionListings,
		getNfts: getCollectionNfts,
	},
	listSearch: { searchActivationNfts, searchChains },
});
