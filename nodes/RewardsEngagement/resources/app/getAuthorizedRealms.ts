import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { appId, APPS, KEY_OF_APP } from './fields';
import { appRealm } from './record';

export const getAuthorizedRealms = operation({
	displayName: 'Get Authorized Realms',
	action: 'Get authorized realms of app',
	description: 'List the realms that authorized an app, with permissions. Needs the API key of the app.',
	source: 'extended 8.1',
	parameters: { appId },
	realm: false,
	effect: 'read',
	advice: { '403': KEY_OF_APP, ...notOffered(APPS, 'app') },
	pagination: { place: 'from', size: 'take' },
	request: ({ appId: id }) => ({ method: 'GET', path: path`/api/v1/apps/${id}/authorized-realms` }),
	response: listInData(appRealm),
});
