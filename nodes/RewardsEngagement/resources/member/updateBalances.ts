import { path } from '../../api/path';
import { hexRealmId } from '../../fields/realm';
import { changedAmount, changedCurrency } from '../currency/changeFields';
import { bulkChanges } from './bulkChanges';
import { bulkBalanceChange } from './balanceChange';
import { BALANCE_ADVICE, initiatorId, member } from './fields';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const updateBalances = operation({
	displayName: 'Award or Deduct in Bulk',
	action: 'Award or deduct points of members in bulk',
	description:
		'Give members amounts of a currency out of the account of the realm, or take them away: the items of a run go out up to 100 a request. The service takes all items of a request or none; one that it refuses is split until the items that are wrong stand alone.',
	source: 'extended 4.4',
	parameters: {
		serviceId: member('Member', { description: 'The member whose balance changes' }),
		currencyId: changedCurrency,
		amount: changedAmount,
	},
	additionalFields: { initiatorId },
	realm: hexRealmId,
	effect: 'once',
	permission: 'points:write',
	spends: ({ amount, currencyId }) => ({ amount, currencyId }),
	advice: BALANCE_ADVICE,
	request: ({ realmId, initiatorId: initiator, ...entry }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/members/transaction`,
		body: { updates: [entry], initiatorId: initiator },
	}),
	bulk: bulkChanges,
	response: bare(bulkBalanceChange),
});
