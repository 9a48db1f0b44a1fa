import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { flag } from '../../fields/text';
import { activation } from '../activation/fields';
import { chain, tokenId } from './fields';
import { nftBalance } from './record';

export const getNftBalance = operation({
	displayName: 'Get Balance',
	action: 'Get NFT balance',
	description: 'Get the balances that one NFT of an activation has earned',
	source: '4.1',
	parameters: {
		activationId: activation('Activation', { description: 'The activation of the realm that credits NFTs' }),
		tokenId,
	},
	additionalFields: {
		chain,
		includeNft: flag('Include NFT', {
			description: 'Whether to add the name, image and attributes of the NFT',
		}),
	},
	effect: 'read',
	request: ({ realmId, activationId, tokenId: token, ...query }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/web3/activations/${activationId}/nfts/${token}/balance`,
		query,
	}),
	response: inData(nftBalance),
});
