import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { hexRealmId } from '../../fields/text';
import * as fields from './fields';

export const archiveCurrency = operation({
	displayName: 'Archive',
	action: 'Archive currency',
	description: 'Take a currency out of use. "Unarchive" restores it.',
	source: 'extended 6.4',
	certainty: 'partly',
	parameters: { currencyId: fields.ownCurrencyId },
	realm: hexRealmId,
	effect: 'replace',
	permission: 'points:write',
	request: ({ realmId, currencyId }) => ({
		method: 'DELETE',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}`,
	}),
	response: succeeded(['currencyId']),
});
