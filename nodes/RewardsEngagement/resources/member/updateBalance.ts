import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { hexRealmId } from '../../fields/text';
import { changedAmount, changedCurrency } from '../currency/changeFields';
import { balanceChange } from './balanceChange';
import { BALANCE_ADVICE, hexMember, initiatorId } from './fields';

export const updateBalance = operation({
	displayName: 'Award or Deduct',
	action: 'Award or deduct points of member',
	description: 'Use for one member. If not joined yet, use "Member Credential: Award or Deduct".',
	source: 'extended 4.3',
	parameters: {
		serviceId: hexMember('Member', { description: 'The member whose balance changes' }),
		currencyId: changedCurrency,
		amount: changedAmount,
	},
	additionalFields: { initiatorId },
	realm: hexRealmId,
	effect: 'once',
	annotations: ['initiatorId'],
	permission: 'points:write',
	payment: { kind: 'change', holder: 'serviceId', balance: 'balance', currency: 'currencyId' },
	advice: BALANCE_ADVICE,
	request: ({ realmId, serviceId, ...body }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/members/${serviceId}/balance`,
		body,
	}),
	response: bare(balanceChange),
});
