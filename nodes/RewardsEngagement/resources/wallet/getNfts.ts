import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { addresses } from '../chain/fields';
import { CHAIN_DATA } from '../nft/fields';
import { nftDetails } from '../nft/record';
import * as fields from './fields';

export const getWalletNfts = operation({
	displayName: 'Get NFTs',
	action: 'Get NFT list of wallet',
	description: 'List the NFTs that a wallet holds on a chain, of all collections or of some',
	source: 'extended 7.4',
	parameters: { walletAddress: fields.walletAddress },
	additionalFields: {
		chain: fields.chain,
		contractAddresses: addresses('Contract Addresses', {
			description:
				'The contract addresses of the collections, separated by commas. If empty, includes all collections.',
			placeholder: 'e.g. 0x5a9d00000000000000000000000000000000c0de',
		}),
	},
	realm: false,
	effect: 'read',
	advice: notOffered(CHAIN_DATA),
	pagination: { place: 'cursor', size: 'limit' },
	request: ({ walletAddress, ...query }) => ({
		method: 'GET',
		path: path`${fields.walletPath(walletAddress)}/nfts`,
		query,
	}),
	response: listInData(nftDetails),
});
