import { resource } from '../../run/resource';
import { getToken } from './get';

export const token = resource({
	name: 'Token',
	default: 'get',
	operations: {
		get: getToken,
	},
});
