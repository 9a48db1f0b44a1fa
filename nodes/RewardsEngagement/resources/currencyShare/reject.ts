import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { offeredCurrency } from './fields';
import { rejectedShare } from './record';

export const rejectCurrencyShare = operation({
	displayName: 'Reject',
	action: 'Reject currency share',
	description: 'Reject a currency that another realm offers',
	source: 'extended 6.8',
	parameters: { currencyId: offeredCurrency },
	effect: 'replace',
	permission: 'points:write',
	request: ({ realmId, currencyId }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/share/reject`,
	}),
	response: inData(rejectedShare),
});
