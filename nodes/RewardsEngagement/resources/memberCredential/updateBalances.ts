import { path } from '../../api/path';
import { amountOfEach, changedCurrency } from '../currency/changeFields';
import { BALANCE_ADVICE, initiatorId } from '../member/fields';
import { bulkChanges } from './bulkChanges';
import { identity, identityQuery } from './fields';
import { bulkCredentialBalance } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const updateCredentialBalances = operation({
	displayName: 'Award or Deduct in Bulk',
	action: 'Award or deduct points of member credentials in bulk',
	description:
		'Use for many people who have not joined, one per input item. Awards or deducts points, up to 100 people per request. For members, use "Member: Award or Deduct in Bulk".',
	source: 'extended 5.8',
	parameters: {
		...identity,
		realmPointId: changedCurrency,
		amount: amountOfEach,
	},
	additionalFields: { initiatorId },
	effect: 'once',
	annotations: ['initiatorId'],
	permission: 'points:write',
	spends: ({ amount, realmPointId: currencyId }) => ({ amount, currencyId }),
	payment: { kind: 'change', holder: 'credentialId', balance: 'balance', currency: 'realmPointId' },
	advice: BALANCE_ADVICE,
	request: ({ realmId, realmPointId, amount, initiatorId: initiator, ...values }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/credentials/transaction`,
		body: { updates: [{ ...identityQuery(values), realmPointId, amount }], initiatorId: initiator },
	}),
	bulk: bulkChanges,
	response: bare(bulkCredentialBalance),
});
