import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import { identity, identityQuery } from './fields';

export const deleteCredential = operation({
	displayName: 'Delete',
	action: 'Delete member credential',
	description: 'Remove a credential that is not verified and has no balance',
	source: 'extended 5.5',
	parameters: identity,
	effect: 'replace',
	permission: 'members:write',
	advice: {
		CANNOT_DELETE_WITH_BALANCES:
			'Link the credential to an account, or transfer or deduct its balance. Then delete it.',
	},
	request: ({ realmId, ...values }) => ({
		method: 'DELETE',
		path: path`/api/v1/realms/${realmId}/credentials`,
		query: identityQuery(values),
	}),
	response: deleted(['type', 'value', 'source']),
});
