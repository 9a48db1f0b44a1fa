import { path } from '../../api/path';
import { realm } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

const COPY_ID = 'Copy the realm ID from the URL of the realm in the dashboard.';

export const getRealm = operation({
	displayName: 'Get',
	action: 'Get realm',
	description: 'Get the name, settings and statistics of a realm',
	source: '4.11',
	parameters: {},
	effect: 'read',
	permission: 'realm:read',
	advice: { '400': COPY_ID, '404': COPY_ID, '422': COPY_ID },
	request: ({ realmId }) => ({ method: 'GET', path: path`/api/v1/realms/${realmId}` }),
	response: bare(realm),
});
