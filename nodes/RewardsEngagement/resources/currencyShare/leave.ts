import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { borrowedCurrency } from './fields';
import { leftShare } from './record';

export const leaveCurrencyShare = operation({
	displayName: 'Leave',
	action: 'Leave currency share',
	description: 'Stop using a shared currency. The effect on its balances is not documented.',
	source: 'extended 6.8',
	parameters: { currencyId: borrowedCurrency },
	effect: 'replace',
	permission: 'points:write',
	request: ({ realmId, currencyId }) => ({
		method: 'DELETE',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/remove`,
	}),
	response: deleted(['currencyId'], { record: leftShare }),
});
