import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { ownCurrency } from './fields';
import { currencyShare } from './record';

export const getManyCurrencyShares = operation({
	displayName: 'Get Many',
	action: 'Get many currency shares',
	description: 'List the realms that a currency of this realm is shared with',
	source: 'extended 6.8',
	parameters: { currencyId: ownCurrency },
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId, currencyId }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/shares`,
	}),
	response: listInData(currencyShare),
});
