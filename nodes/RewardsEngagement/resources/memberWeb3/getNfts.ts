import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { flag } from '../../fields/text';
import { activation } from '../activation/fields';
import { nftBalance } from '../nft/record';
import { MEMBER_WEB3, serviceId } from './fields';
import { memberWeb3Path } from './paths';

export const getMemberNfts = operation({
	displayName: 'Get NFTs',
	action: 'Get NFT list of member',
	description: 'List the NFTs in the wallets of a member that belong to activations of the realm',
	source: 'extended 7.3',
	parameters: { serviceId },
	additionalFields: {
		activationId: activation('Activation', { description: 'Only NFTs of this activation' }),
		includeAttributes: flag('Include Attributes', {
			description: 'Whether to add the attributes of each NFT',
		}),
		includeBalances: flag('Include Balances', {
			description: 'Whether to add what each NFT has earned',
		}),
	},
	effect: 'read',
	permission: 'members:read',
	advice: notOffered(MEMBER_WEB3, 'member or activation'),
	pagination: { place: 'cursor', size: 'limit' },
	request: ({ realmId, serviceId: id, ...query }) => ({
		method: 'GET',
		path: path`${memberWeb3Path({ realmId, serviceId: id })}/nfts`,
		query,
	}),
	response: listInData(nftBalance),
});
