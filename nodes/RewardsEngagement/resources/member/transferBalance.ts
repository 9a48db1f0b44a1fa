import { path } from '../../api/path';
import { amount } from '../../fields/amount';
import { currency } from '../currency/fields';
import { optional } from '../../fields/field';
import { BALANCE_ADVICE, member } from './fields';
import { hexRealmId } from '../../fields/realm';
import { transferResult } from './transferResult';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const transferBalance = operation({
	displayName: 'Transfer Balance',
	action: 'Transfer points between members',
	description: 'Move an amount of a currency from one member to another',
	source: '4.2',
	parameters: {
		serviceId: member('Sender', { description: 'The member whose balance is lowered' }),
		recipientId: member('Recipient', { description: 'The member whose balance is raised' }),
		currencyId: optional(
			currency('Currency', {
				description: 'The currency to move. Leave empty to move the default currency of the realm.',
			}),
		),
		amount: amount('Amount', {
			description: 'How much to move: a number above 0. The balance of the sender must cover it.',
		}),
	},
	realm: hexRealmId,
	effect: 'once',
	permission: 'points:write',
	spends: ({ amount, currencyId }) => ({ amount, currencyId }),
	advice: BALANCE_ADVICE,
	request: ({ realmId, serviceId, ...body }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/members/${serviceId}/transfer`,
		body,
	}),
	response: bare(transferResult),
});
