import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { hexRealmId } from '../../fields/text';
import * as fields from './fields';

export const unarchiveCurrency = operation({
	displayName: 'Unarchive',
	action: 'Unarchive currency',
	description: 'Restore an archived currency',
	source: 'extended 6.5',
	parameters: {
		currencyId: fields.currency('Currency', {
			description: 'The archived currency to restore',
			lists: 'archived',
		}),
	},
	realm: hexRealmId,
	effect: 'replace',
	permission: 'points:write',
	request: ({ realmId, currencyId }) => ({
		method: 'POST',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/unarchive`,
	}),
	response: succeeded(['currencyId']),
});
