import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { choice, hexRealmId, nameText, sortOrder } from '../../fields/text';
import { appId } from './fields';
import { appInstall } from './record';

export const getAppInstalls = operation({
	displayName: 'Get Installs',
	action: 'Get installs of app',
	description: 'List where an app of the realm is installed, with each realm, its owner and its members',
	source: 'extended 8.1',
	parameters: { appId },
	additionalFields: {
		search: nameText('Search', {
			description: 'Text that the name or description of the realm must contain',
			placeholder: 'e.g. club',
		}),
		sortBy: choice('Sort By', {
			options: [
				{ name: 'Created At', value: 'createdAt' },
				{ name: 'Member Count', value: 'memberCount' },
				{ name: 'Realm Name', value: 'realmName' },
				{ name: 'Updated At', value: 'updatedAt' },
			],
			description: 'The field to sort by. By default, the service sorts by the time of the installation.',
		}),
		sortOrder: sortOrder('desc'),
	},
	realm: hexRealmId,
	effect: 'read',
	advice: notOffered('the installations of apps', 'app'),
	pagination: { place: 'page', size: 'limit', maximum: 100 },
	request: ({ realmId, appId: id, ...query }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/apps/${id}/installs`,
		query,
	}),
	response: listInData(appInstall),
});
