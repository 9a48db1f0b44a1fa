import { path } from '../../api/path';
import * as fields from './chain';
import { id } from '../../fields/text';
import { nftDetails } from './record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

export const getNft = operation({
	displayName: 'Get',
	action: 'Get NFT',
	description: 'Get the owner, name, image and attributes of an NFT by contract and token',
	source: '4.7',
	parameters: {
		contractAddress: id('Contract Address', {
			description: 'The contract of the collection',
			placeholder: 'e.g. 0x5a9d00000000000000000000000000000000c0de',
		}),
		tokenId: id('Token ID', {
			description: 'The number of the NFT in its collection',
			placeholder: 'e.g. 7',
		}),
	},
	additionalFields: { chain: fields.chain },
	realm: false,
	effect: 'read',
	request: ({ contractAddress, tokenId, chain }) => ({
		method: 'GET',
		path: path`/api/v1/web3-data/collections/${contractAddress}/nfts/${tokenId}`,
		query: { chain },
	}),
	response: inData(nftDetails),
});
