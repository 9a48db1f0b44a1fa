import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { identity, identityQuery, searchType } from './fields';
import { foundCredential } from './record';

export const findCredential = operation({
	displayName: 'Find',
	action: 'Find member credential',
	description: 'Use for a person who has not joined. For people who have, use "Member: Search".',
	source: 'extended 5.3',
	parameters: { ...identity, type: searchType },
	effect: 'read',
	permission: 'members:read',
	request: ({ realmId, ...values }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/credentials/find`,
		query: identityQuery(values),
	}),
	response: bare(foundCredential),
});
