import { resource } from '../../declare/resource';
import { getAuthorizedRealms } from './getAuthorizedRealms';
import { getAppInstalls } from './getInstalls';
import { searchAuthorizedRealms } from './searchAuthorizedRealms';

export const app = resource({
	name: 'App',
	description: 'Your app at the service and the realms that installed it',
	default: 'getAuthorizedRealms',
	operations: {
		getAuthorizedRealms,
		getInstalls: getAppInstalls,
		searchAuthorizedRealms,
	},
});
