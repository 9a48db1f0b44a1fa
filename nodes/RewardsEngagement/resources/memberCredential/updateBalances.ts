import { path } from '../../api/path';
import type { Entry } from '../../declare/bulk';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { amountOfEach, changedCurrency } from '../currency/changeFields';
import { BALANCE_ADVICE, initiatorId } from '../member/fields';
import { holder, identityQuery } from './fields';
import { bulkCredentialBalance } from './record';

export const updateCredentialBalances = operation({
	displayName: 'Award or Deduct in Bulk',
	action: 'Award or deduct points of member credentials in bulk',
	description: 'Use for many people who have not joined. Else use "Member: Award or Deduct in Bulk".',
	source: 'extended 5.8',
	parameters: {
		...holder,
		realmPointId: changedCurrency,
		amount: amountOfEach,
	},
	additionalFields: { initiatorId },
	effect: 'once',
	annotations: ['initiatorId'],
	permission: 'points:write',
	payment: { kind: 'change', holder: 'credentialId', balance: 'balance', currency: 'realmPointId' },
	advice: BALANCE_ADVICE,
	request: ({ realmId, realmPointId, amount, initiatorId: initiator, ...values }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/credentials/transaction`,
		body: { updates: [{ ...identityQuery(values), realmPointId, amount }], initiatorId: initiator },
	}),
	bulk: {
		holderOf: identityOf,
		// A row has the type and the value, but neither the source nor, if it was refused, the currency.
		isHolderUnique: true,
		currency: 'realmPointId',
		balances: ['balance'],
		applied: 'results',
		refused: 'errors',
	},
	response: bare(bulkCredentialBalance),
});

/** @returns `undefined` for an entry without a credential */
function identityOf({ type, value }: Entry): string | undefined {
	const isNamed = typeof type === 'string' && ['string', 'number'].includes(typeof value);
	return isNamed ? JSON.stringify([type, String(value).trim().toLowerCase()]) : undefined;
}
