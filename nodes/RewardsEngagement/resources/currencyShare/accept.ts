import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { offeredCurrency } from './fields';
import { acceptedShare } from './record';

export const acceptCurrencyShare = operation({
	displayName: 'Accept',
	action: 'Accept currency share',
	description: 'Accept a currency that another realm shares with this one',
	source: 'extended 6.8',
	certainty: 'partly',
	parameters: { currencyId: offeredCurrency },
	effect: 'replace',
	permission: 'points:write',
	request: ({ realmId, currencyId }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/share/accept`,
	}),
	response: inData(acceptedShare),
});
