import { path } from '../../api/path';
import { newChildRealmId, ownCurrency, permissions } from './fields';
import { newCurrencyShare } from './record';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

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
