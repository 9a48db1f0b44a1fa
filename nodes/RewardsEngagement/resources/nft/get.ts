import * as fields from './fields';
import { chain } from './chain';
import { nftPath } from './collectionPath';
import { nftDetails } from './record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

export const getNft = operation({
	displayName: 'Get',
	action: 'Get NFT',
	description: 'Get the owner, name, image and attributes of an NFT by contract and token',
	source: '4.7',
	parameters: { contractAddress: fields.contractAddress, tokenId: fields.tokenId },
	additionalFields: { chain, cache: fields.cache },
	realm: false,
	effect: 'read',
	request: (values) => ({
		method: 'GET',
		path: nftPath(values),
		query: { chain: values.chain, cache: values.cache },
	}),
	response: inData(nftDetails),
});
