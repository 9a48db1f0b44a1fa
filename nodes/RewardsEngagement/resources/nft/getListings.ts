import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { nftPath } from './collectionPath';
import * as fields from './fields';
import { listing } from './record';

export const getNftListings = operation({
	displayName: 'Get Listings',
	action: 'Get listings of NFT',
	description: 'List the offers to sell one NFT. Their fields are not documented.',
	source: 'extended 7.4',
	certainty: 'partly',
	parameters: { contractAddress: fields.contractAddress, tokenId: fields.tokenId },
	additionalFields: { chain: fields.chain },
	realm: false,
	effect: 'read',
	advice: notOffered(fields.CHAIN_DATA, 'NFT on this chain'),
	request: (values) => ({
		method: 'GET',
		path: path`${nftPath(values)}/listings`,
		query: { chain: values.chain },
	}),
	response: listInData(listing),
});
