import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { number } from '../../fields/number';
import { currencyOrDefault } from '../currency/fields';
import { BALANCE_ADVICE } from '../member/fields';
import { recipient, sender, sourceOf } from './fields';
import { credentialTransfer } from './record';

export const transferCredentialBalance = operation({
	displayName: 'Transfer Balance',
	action: 'Transfer points between member credentials',
	description: 'Use between people who have not joined. For members, use "Member: Transfer Balance".',
	source: 'extended 5.9',
	parameters: {
		...sender,
		...recipient,
		realmPointId: currencyOrDefault('Currency', {
			description: 'The currency to transfer. If empty, most likely uses the default currency of the realm.',
		}),
		amount: number('Amount', {
			description: 'The amount to transfer: a whole number above 0 that the credential holds',
			minimum: 1,
			isWhole: true,
		}),
	},
	effect: 'once',
	permission: 'points:write',
	payment: { kind: 'transfer', holder: 'fromCredentialId', currency: 'realmPointId' },
	advice: BALANCE_ADVICE,
	request: ({ realmId, realmPointId, amount, ...query }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/credentials/transfer`,
		query: {
			...query,
			fromSource: sourceOf(query.fromType, query.fromSource, 'From Source'),
			toSource: sourceOf(query.toType, query.toSource, 'To Source'),
		},
		body: { amount, realmPointId },
	}),
	response: bare(credentialTransfer),
});
