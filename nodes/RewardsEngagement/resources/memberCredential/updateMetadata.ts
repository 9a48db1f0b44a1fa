import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { jsonObject } from '../../fields/jsonObject';
import { identity, identityQuery } from './fields';

export const updateCredentialMetadata = operation({
	displayName: 'Update Metadata',
	action: 'Update metadata of member credential',
	description: 'Store custom data with a credential',
	source: 'extended 5.6',
	parameters: {
		...identity,
		metadata: jsonObject('Metadata', {
			description:
				'A JSON object to store with the credential. It may replace existing metadata instead of merging with it, so include every value you want to keep.',
		}),
	},
	effect: 'replace',
	permission: 'members:write',
	request: ({ realmId, metadata, ...values }) => ({
		method: 'PATCH',
		path: path`/api/v1/realms/${realmId}/credentials/metadata`,
		query: identityQuery(values),
		body: { metadata },
	}),
	response: succeeded(['type', 'value', 'source'], { sets: ['metadata'] }),
});
