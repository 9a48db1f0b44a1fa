import { path } from '../../api/path';
import { realm } from '../../records/realm';
import { operation } from '../operation';
import { bare } from '../response';

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
