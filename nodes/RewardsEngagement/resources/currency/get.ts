import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { hexRealmId } from '../../fields/text';
import * as fields from './fields';
import { currency } from './record';

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
