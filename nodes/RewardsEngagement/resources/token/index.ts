import { resource } from '../../declare/resource';
import { getToken } from './get';

export const token = resource({
	name: 'Token',
	description: 'A token contract on a chain',
	default: 'get',
	operations: {
		get: getToken,
	},
});
