import { resource } from '../../declare/resource';
import { checkSetup } from './checkSetup';
import { getRealm } from './get';

export const realm = resource({
	name: 'Realm',
	description: 'The project that the API key belongs to',
	default: 'get',
	operations: {
		checkSetup,
		get: getRealm,
	},
});
