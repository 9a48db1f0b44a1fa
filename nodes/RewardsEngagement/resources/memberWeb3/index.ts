import { resource } from '../../declare/resource';
import { claim } from './claim';
import { getWeb3Balances } from './getBalances';
import { getMemberNfts } from './getNfts';
import { linkMemberNfts } from './linkNfts';
import { searchMemberNfts } from './searchMemberNfts';
import { unlinkMemberNfts } from './unlinkNfts';

export const memberWeb3 = resource({
	name: 'Member Web3',
	description: 'The NFTs and claimable balances of a member',
	default: 'getBalances',
	keptFromModels: ['owner'],
	operations: {
		claim,
		getBalances: getWeb3Balances,
		getNfts: getMemberNfts,
		linkNfts: linkMemberNfts,
		unlinkNfts: unlinkMemberNfts,
	},
	listSearch: { searchMemberNfts },
});
