import { path } from '../../api/path';
import * as fields from './fields';
import { chain } from './chain';
import { nftPath } from './collectionPath';
import { listing } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

export const getNftListings = operation({
	displayName: 'Get Listings',
	action: 'Get listings of NFT',
	description: 'List the offers to sell one NFT. The fields of an offer are not documented.',
	source: 'extended 7.4',
	certainty: 'partly',
	parameters: { contractAddress: fields.contractAddress, tokenId: fields.tokenId },
	additionalFields: { chain },
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
