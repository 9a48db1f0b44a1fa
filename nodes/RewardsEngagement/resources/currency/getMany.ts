import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { flag, hexRealmId, sortOrder } from '../../fields/text';
import * as fields from './fields';
import { currency } from './record';

export const getManyCurrencies = operation({
	displayName: 'Get Many',
	action: 'Get many currencies',
	description: 'List the currencies of a realm, including those that other realms share with it',
	source: 'extended 6.1',
	parameters: {},
	additionalFields: {
		search: fields.search,
		sortBy: fields.sortBy,
		sortOrder: sortOrder('asc'),
		includeArchived: flag('Include Archived', { description: 'Whether to list archived currencies too' }),
		status: fields.status,
		isDefault: flag('Is Default', {
			description: 'Whether to list only the default currency. If off, lists only the other currencies.',
			default: true,
		}),
	},
	realm: hexRealmId,
	effect: 'read',
	permission: 'realm:read',
	pagination: { place: 'page', size: 'limit', maximum: 100 },
	request: ({ realmId, ...query }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/currencies`,
		query,
	}),
	response: listInData(currency),
});
