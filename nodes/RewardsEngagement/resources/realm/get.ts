import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { realm } from './record';

export const getRealm = operation({
	displayName: 'Get',
	action: 'Get realm',
	description: 'Get the name, settings and statistics of a realm',
	source: '4.11',
	parameters: {},
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realms/${realmId}` }),
	response: bare(realm),
});
