import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { collectionPath } from '../nft/collectionPath';
import { nftDetails } from '../nft/record';
import * as fields from './fields';

export const getCollectionNfts = operation({
	displayName: 'Get NFTs',
	action: 'Get NFT list of collection',
	description: 'List the NFTs of a collection, with their owners and attributes',
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
		path: path`${collectionPath({ contractAddress })}/nfts`,
		query,
	}),
	response: listInData(nftDetails),
});
