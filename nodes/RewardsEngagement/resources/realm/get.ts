import { path } from '../../api/path';
import { realm } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

/** API document, section 4.11. */
export const getRealm = operation({
	resource: 'realm',
	name: 'get',
	displayName: 'Get',
	action: 'Get a realm',
	description: 'Get the name, settings and statistics of a realm',
	parameters: {},
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realms/${realmId}` }),
	response: bare(realm),
});
