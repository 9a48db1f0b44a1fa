import { path } from '../../api/path';
import { APPS, appId, KEY_OF_APP } from './fields';
import { appRealm } from './record';
import { notOffered } from '../../run/notOffered';
import { operation } from '../../run/operation';
import { listInData } from '../../run/response';

export const getAuthorizedRealms = operation({
	displayName: 'Get Authorized Realms',
	action: 'Get authorized realms of app',
	description:
		'List the realms that authorized an app, with the permissions that each one approved. Needs the API key of the app.',
	source: 'extended 8.1',
	parameters: { appId },
	realm: false,
	effect: 'read',
	advice: { '403': KEY_OF_APP, ...notOffered(APPS, 'app') },
	pagination: { place: 'from', size: 'take' },
	request: ({ appId: id }) => ({ method: 'GET', path: path`/api/v1/apps/${id}/authorized-realms` }),
	response: listInData(appRealm),
});
