import { resource } from '../../run/resource';
import { sendRequest } from './send';

export const request = resource({
	name: 'Request',
	default: 'send',
	operations: {
		send: sendRequest,
	},
});
