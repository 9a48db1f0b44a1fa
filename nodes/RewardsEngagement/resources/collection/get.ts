import { collectionPath } from '../nft/collectionPath';
import * as fields from './fields';
import { collection } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

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
