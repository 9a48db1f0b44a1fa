import { resource } from '../../declare/resource';
import { getNft } from './get';
import { getNftBalance } from './getBalance';
import { getNftListings } from './getListings';

export const nft = resource({
	name: 'NFT',
	description: 'A single NFT of a collection',
	default: 'get',
	operations: {
		get: getNft,
		getBalance: getNftBalance,
		getListings: getNftListings,
	},
});
