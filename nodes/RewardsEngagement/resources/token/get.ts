import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { address, chain as chainField } from '../chain/fields';
import { CHAIN_DATA } from '../nft/fields';
import { token } from './record';

export const getToken = operation({
	displayName: 'Get',
	action: 'Get token',
	description: 'Get the name, symbol and decimals of a fungible token by its contract',
	source: 'extended 7.4',
	parameters: {
		tokenAddress: address('Token Address', {
			description: 'The contract address of the token, exactly as on the chain',
			placeholder: 'e.g. 0x0117000000000000000000000000000000000e20',
		}),
	},
	additionalFields: {
		chain: chainField({
			description: 'The chain of the token. By default, the service uses Ethereum.',
		}),
	},
	realm: false,
	effect: 'read',
	advice: notOffered(CHAIN_DATA, 'token on this chain'),
	request: ({ tokenAddress, ...query }) => ({
		method: 'GET',
		path: path`/api/v1/web3-data/tokens/${tokenAddress}`,
		query,
	}),
	response: inData(token),
});
