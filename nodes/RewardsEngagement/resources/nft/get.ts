import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { nftPath } from './collectionPath';
import * as fields from './fields';
import { nftDetails } from './record';

export const getNft = operation({
	displayName: 'Get',
	action: 'Get NFT',
	description: 'Get the owner, name, image and attributes of an NFT by contract and token',
	source: '4.7',
	parameters: { contractAddress: fields.contractAddress, tokenId: fields.tokenId },
	additionalFields: { chain: fields.chain, cache: fields.cache },
	realm: false,
	effect: 'read',
	request: (values) => ({
		method: 'GET',
		path: nftPath(values),
		query: { chain: values.chain, cache: values.cache },
	}),
	response: inData(nftDetails),
});
