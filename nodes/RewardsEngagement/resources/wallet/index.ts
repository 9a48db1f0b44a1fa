import { resource } from '../../declare/resource';
import { getWalletListings } from './getListings';
import { getWalletNfts } from './getNfts';
import { getTokenBalances } from './getTokenBalances';

export const wallet = resource({
	name: 'Wallet',
	description: 'A blockchain address and what it holds',
	default: 'getNfts',
	operations: {
		getListings: getWalletListings,
		getNfts: getWalletNfts,
		getTokenBalances,
	},
});
