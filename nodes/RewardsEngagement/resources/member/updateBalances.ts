import { path } from '../../api/path';
import { idOf } from '../../declare/bulk';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { hexRealmId } from '../../fields/text';
import { amountOfEach, changedCurrency } from '../currency/changeFields';
import { bulkBalanceChange } from './balanceChange';
import { BALANCE_ADVICE, initiatorId, member } from './fields';

export const updateBalances = operation({
	displayName: 'Award or Deduct in Bulk',
	action: 'Award or deduct points of members in bulk',
	description: 'Use for many members. Each input item is one award or deduction, up to 100 per request.',
	source: 'extended 4.4',
	parameters: {
		serviceId: member('Member', { description: 'The member whose balance changes' }),
		currencyId: changedCurrency,
		amount: amountOfEach,
	},
	additionalFields: { initiatorId },
	realm: hexRealmId,
	effect: 'once',
	annotations: ['initiatorId'],
	permission: 'points:write',
	payment: { kind: 'change', holder: 'serviceId', balance: 'newBalance', currency: 'currencyId' },
	advice: BALANCE_ADVICE,
	request: ({ realmId, initiatorId: initiator, ...entry }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/members/transaction`,
		body: { updates: [entry], initiatorId: initiator },
	}),
	bulk: {
		holderOf: ({ serviceId }) => idOf(serviceId),
		isHolderUnique: false,
		currency: 'currencyId',
		balances: ['newBalance', 'balance'],
		applied: 'updates',
	},
	response: bare(bulkBalanceChange),
});
