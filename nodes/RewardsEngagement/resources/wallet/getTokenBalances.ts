import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { CHAIN_DATA } from '../nft/fields';
import * as fields from './fields';
import { tokenBalance } from './record';

export const getTokenBalances = operation({
	displayName: 'Get Token Balances',
	action: 'Get token balances of wallet',
	description: 'List the fungible tokens of a wallet. "balance" is text in the smallest units.',
	source: 'extended 7.4',
	parameters: { walletAddress: fields.walletAddress },
	additionalFields: { chain: fields.chain },
	realm: false,
	effect: 'read',
	advice: notOffered(CHAIN_DATA),
	pagination: { place: 'cursor', size: 'limit' },
	request: ({ walletAddress, ...query }) => ({
		method: 'GET',
		path: path`${fields.walletPath(walletAddress)}/token-balances`,
		query,
	}),
	response: listInData(tokenBalance),
});
