import { path } from '../../api/path';
import * as fields from './fields';
import { hexRealmId } from '../../fields/realm';
import { currency } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const getCurrency = operation({
	displayName: 'Get',
	action: 'Get currency',
	description: 'Get one currency, archived or not',
	source: 'extended 6.3',
	certainty: 'partly',
	parameters: {
		currencyId: fields.currency('Currency', {
			description: 'The currency to get',
			listHint: fields.HOW_TO_LIST_ARCHIVED,
		}),
	},
	realm: hexRealmId,
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId, currencyId }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}`,
	}),
	response: bare(currency),
});
