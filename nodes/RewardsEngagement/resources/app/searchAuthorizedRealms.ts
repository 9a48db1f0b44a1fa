import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { listInData } from '../../declare/response';
import { choice } from '../../fields/text';
import { values } from '../../fields/values';
import { appId, APPS, KEY_OF_APP } from './fields';
import { appRealm } from './record';

const type = choice('Search By', {
	options: [
		{ name: 'Platform ID', value: 'platformId', description: 'Such as the ID of a Discord server' },
		{ name: 'Realm ID', value: 'realmId' },
	],
	description: 'The type of the values. Use an expression for a type that is not in the list.',
	default: 'platformId',
});

export const searchAuthorizedRealms = operation({
	displayName: 'Search Authorized Realms',
	action: 'Search authorized realms of app',
	description: 'Find realms that authorized an app by exact values. Needs the API key of the app.',
	source: 'extended 8.1',
	parameters: {
		appId,
		type,
		values: values('Values', {
			description: 'What to look for: one value, or several separated by commas',
			placeholder: 'e.g. 81384788765712384',
		}),
	},
	realm: false,
	effect: 'read',
	advice: { '403': KEY_OF_APP, ...notOffered(APPS, 'app') },
	pagination: { place: 'from', size: 'take', maximum: 100 },
	request: ({ appId: id, type: by, values: wanted }) => ({
		method: 'GET',
		path: path`/api/v1/apps/${id}/authorized-realms/search`,
		query: { type: by, values: wanted.join(',') },
	}),
	response: listInData(appRealm),
});
