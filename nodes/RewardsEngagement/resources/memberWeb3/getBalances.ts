import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { MEMBER_WEB3, serviceId } from './fields';
import { memberWeb3Path } from './paths';
import { web3Balances } from './record';

export const getWeb3Balances = operation({
	displayName: 'Get Balances',
	action: 'Get web3 balances of member',
	description: 'Get the claimable balances of a member, by activation, and the tokens in the wallets',
	source: 'extended 7.3',
	parameters: { serviceId },
	effect: 'read',
	permission: 'members:read',
	advice: notOffered(MEMBER_WEB3, 'member'),
	request: (place) => ({ method: 'GET', path: path`${memberWeb3Path(place)}/balances` }),
	response: inData(web3Balances),
});
