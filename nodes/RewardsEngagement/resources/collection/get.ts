import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { collectionPath } from '../nft/collectionPath';
import * as fields from './fields';
import { collection } from './record';

export const getCollection = operation({
	displayName: 'Get',
	action: 'Get collection',
	description: 'Get the name, supply and prices of an NFT collection, whether or not it belongs to a realm',
	source: 'extended 7.4',
	parameters: { contractAddress: fields.contractAddress },
	additionalFields: { chain: fields.chain, cache: fields.cache },
	realm: false,
	effect: 'read',
	advice: notOffered(fields.CHAIN_DATA, fields.COLLECTION),
	request: ({ contractAddress, ...query }) => ({
		method: 'GET',
		path: collectionPath({ contractAddress }),
		query,
	}),
	response: inData(collection),
});
