import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { linking, linkingBody, MEMBER_WEB3, serviceId } from './fields';
import { memberWeb3Path } from './paths';

export const unlinkMemberNfts = operation({
	displayName: 'Unlink NFTs',
	action: 'Unlink NFT list of member',
	description: 'Undo the link of the NFTs of a member to activations',
	source: 'extended 7.3',
	certainty: 'partly',
	parameters: { serviceId, ...linking },
	effect: 'replace',
	advice: notOffered(MEMBER_WEB3, 'member or activation'),
	request: ({ realmId, serviceId: id, ...which }) => ({
		method: 'POST',
		path: path`${memberWeb3Path({ realmId, serviceId: id })}/nfts/unlink`,
		body: linkingBody(which),
	}),
	response: succeeded(['serviceId', 'activations', 'activationIds']),
});
