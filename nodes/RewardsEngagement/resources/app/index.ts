import { resource } from '../../run/resource';
import { getAuthorizedRealms } from './getAuthorizedRealms';
import { getAppInstalls } from './getInstalls';
import { searchAuthorizedRealms } from './searchAuthorizedRealms';

export const app = resource({
	name: 'App',
	default: 'getAuthorizedRealms',
	operations: {
		getAuthorizedRealms,
		getInstalls: getAppInstalls,
		searchAuthorizedRealms,
	},
});
