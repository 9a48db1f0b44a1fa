import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { amount } from '../../fields/number';
import { hexRealmId } from '../../fields/text';
import { currencyOrDefault } from '../currency/fields';
import { BALANCE_ADVICE, hexMember, member } from './fields';
import { transferResult } from './transferResult';

export const transferBalance = operation({
	displayName: 'Transfer Balance',
	action: 'Transfer points between members',
	description: 'Use between members. Moves an amount of a currency from one to another.',
	source: '4.2',
	parameters: {
		serviceId: hexMember('Sender', { description: 'The member who pays' }),
		recipientId: member('Recipient', { description: 'The member who receives the amount' }),
		currencyId: currencyOrDefault('Currency', {
			description: 'The currency to transfer. If empty, uses the default currency of the realm.',
		}),
		amount: amount('Amount', {
			description: "The amount to transfer. Must be above 0 and covered by the sender's balance.",
		}),
	},
	realm: hexRealmId,
	effect: 'once',
	permission: 'points:write',
	payment: { kind: 'transfer', holder: 'serviceId', balance: 'balance', currency: 'currencyId' },
	advice: BALANCE_ADVICE,
	request: ({ realmId, serviceId, ...body }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/members/${serviceId}/transfer`,
		body,
	}),
	response: bare(transferResult),
});
