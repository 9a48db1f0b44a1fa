import { resource } from '../../declare/resource';
import { sendRequest } from './send';

export const request = resource({
	name: 'Request',
	description: 'Any API endpoint that has no operation here',
	default: 'send',
	operations: {
		send: sendRequest,
	},
});
