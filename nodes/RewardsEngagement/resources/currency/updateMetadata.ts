import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { newMetadata } from '../../fields/metadata';
import { hexRealmId } from '../../fields/text';
import * as fields from './fields';

/** The response is not documented: it may be the currency, or have no body. The item has whatever is in it. */
export const updateCurrencyMetadata = operation({
	displayName: 'Update Metadata',
	action: 'Update metadata of currency',
	description: 'Store custom data with a currency',
	source: 'extended 6.7',
	certainty: 'partly',
	parameters: {
		currencyId: fields.ownCurrencyId,
		...newMetadata,
	},
	realm: hexRealmId,
	effect: 'replace',
	permission: 'points:write',
	request: ({ realmId, currencyId, metadata }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/metadata`,
		body: { metadata },
	}),
	response: succeeded(['currencyId'], { sets: ['metadata'] }),
});
