import { followingList } from '../../run/followingList';
import { nftName } from '../nft/nftName';
import { getMemberNfts } from './getNfts';

export const searchMemberNfts = followingList({
	what: 'NFTs',
	operation: getMemberNfts,
	follows: ['serviceId'],
	nameOf: nftName,
});
