import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { collectionPath } from '../nft/collectionPath';
import { listing } from '../nft/record';
import * as fields from './fields';

export const getCollectionListings = operation({
	displayName: 'Get Listings',
	action: 'Get listings of collection',
	description: 'List the offers to sell NFTs. Their fields are not documented.',
	source: 'extended 7.4',
	certainty: 'partly',
	parameters: { contractAddress: fields.contractAddress },
	additionalFields: { chain: fields.chain },
	realm: false,
	effect: 'read',
	advice: notOffered(fields.CHAIN_DATA, fields.COLLECTION),
	pagination: { place: 'cursor', size: 'limit', isInferred: true },
	request: ({ contractAddress, ...query }) => ({
		method: 'GET',
		path: path`${collectionPath({ contractAddress })}/listings`,
		query,
	}),
	response: listInData(listing),
});
