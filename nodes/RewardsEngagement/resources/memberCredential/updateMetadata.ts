import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { succeeded } from '../../declare/response';
import { newMetadata } from '../../fields/metadata';
import { identity, identityQuery } from './fields';

export const updateCredentialMetadata = operation({
	displayName: 'Update Metadata',
	action: 'Update metadata of member credential',
	description: 'Store custom data with a credential',
	source: 'extended 5.6',
	parameters: {
		...identity,
		...newMetadata,
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
