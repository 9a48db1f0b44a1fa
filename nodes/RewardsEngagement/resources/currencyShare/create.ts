import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { newChildRealmId, ownCurrency, permissions } from './fields';
import { newCurrencyShare } from './record';

export const createCurrencyShare = operation({
	displayName: 'Create',
	action: 'Create currency share',
	description: 'Offer a currency of this realm to another, which accepts or rejects it',
	source: 'extended 6.8',
	parameters: {
		currencyId: ownCurrency,
		childRealmId: newChildRealmId,
		permissions,
	},
	effect: 'once',
	permission: 'points:write',
	request: ({ realmId, currencyId, ...body }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/share`,
		body,
	}),
	response: inData(newCurrencyShare),
});
