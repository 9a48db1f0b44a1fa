import { path } from '../../api/path';
import { realm } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

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
