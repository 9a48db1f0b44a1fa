import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { CHAIN_DATA } from '../nft/fields';
import { listing } from '../nft/record';
import * as fields from './fields';

export const getWalletListings = operation({
	displayName: 'Get Listings',
	action: 'Get listings of wallet',
	description: 'List the NFTs that a wallet offers for sale on a chain',
	source: 'extended 7.4',
	certainty: 'partly',
	parameters: { walletAddress: fields.walletAddress },
	additionalFields: { chain: fields.chain },
	realm: false,
	effect: 'read',
	advice: notOffered(CHAIN_DATA),
	pagination: { place: 'cursor', size: 'limit', isInferred: true },
	request: ({ walletAddress, ...query }) => ({
		method: 'GET',
		path: path`${fields.walletPath(walletAddress)}/listings`,
		query,
	}),
	response: listInData(listing),
});
