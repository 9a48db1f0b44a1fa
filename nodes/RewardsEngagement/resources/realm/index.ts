import { resource } from '../../run/resource';
import { checkSetup } from './checkSetup';
import { getRealm } from './get';

export const realm = resource({
	name: 'Realm',
	default: 'get',
	operations: {
		checkSetup,
		get: getRealm,
	},
});
