import { resource } from '../../run/resource';
import { getRealm } from './get';

export const realm = resource({
	name: 'Realm',
	default: 'get',
	operations: {
		get: getRealm,
	},
});
