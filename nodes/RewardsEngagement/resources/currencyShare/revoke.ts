import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { childRealmId, ownCurrency } from './fields';
import { revokedShare } from './record';

export const revokeCurrencyShare = operation({
	displayName: 'Revoke',
	action: 'Revoke currency share',
	description: 'Stop sharing a currency. The effect on balances of the other realm is not documented.',
	source: 'extended 6.8',
	parameters: {
		currencyId: ownCurrency,
		childRealmId,
	},
	effect: 'replace',
	permission: 'points:write',
	request: ({ realmId, currencyId, childRealmId: child }) => ({
		method: 'DELETE',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/shares/${child}`,
	}),
	response: deleted(['currencyId', 'childRealmId'], { record: revokedShare }),
});
