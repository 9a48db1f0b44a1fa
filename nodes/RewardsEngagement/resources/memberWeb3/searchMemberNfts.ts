import { recordSearch } from '../../declare/listSearch';
import { nftName } from '../nft/nftName';
import { getMemberNfts } from './getNfts';

export const searchMemberNfts = recordSearch({
	what: 'NFTs',
	operation: getMemberNfts,
	follows: ['serviceId'],
	nameOf: nftName,
});
