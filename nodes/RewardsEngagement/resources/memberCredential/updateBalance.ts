import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { changedAmount, changedCurrency } from '../currency/changeFields';
import { BALANCE_ADVICE, initiatorId } from '../member/fields';
import { holder, identityQuery } from './fields';
import { credentialBalance } from './record';

export const updateCredentialBalance = operation({
	displayName: 'Award or Deduct',
	action: 'Award or deduct points of member credential',
	description: 'Use for a person who has not joined. For members, use "Member: Award or Deduct".',
	source: 'extended 5.7',
	parameters: {
		...holder,
		realmPointId: changedCurrency,
		amount: changedAmount,
	},
	additionalFields: { initiatorId },
	effect: 'once',
	annotations: ['initiatorId'],
	permission: 'points:write',
	payment: { kind: 'change', holder: 'credentialId', balance: 'balance', currency: 'realmPointId' },
	advice: BALANCE_ADVICE,
	request: ({ realmId, realmPointId, amount, initiatorId: initiator, ...values }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/credentials/balance`,
		query: identityQuery(values),
		body: { amount, realmPointId, initiatorId: initiator },
	}),
	response: bare(credentialBalance),
});
