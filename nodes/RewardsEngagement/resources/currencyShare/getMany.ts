import { path } from '../../api/path';
import { currency } from '../currency/fields';
import { currencyShare } from './record';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

export const getManyCurrencyShares = operation({
	displayName: 'Get Many',
	action: 'Get many currency shares',
	description: 'List the realms that a currency of this realm is shared with',
	source: 'extended 6.8',
	parameters: { currencyId: currency('Currency', { description: 'The currency that is shared' }) },
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId, currencyId }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/shares`,
	}),
	response: listInData(currencyShare),
});
