import { resource } from '../../run/resource';
import { getNft } from './get';
import { getNftBalance } from './getBalance';

export const nft = resource({
	name: 'NFT',
	default: 'get',
	operations: {
		get: getNft,
		getBalance: getNftBalance,
	},
});
