import { resource } from '../../run/resource';
import { verifyEvent } from './verify';

export const event = resource({
	name: 'Event',
	description: 'A webhook event that reached n8n another way than through the trigger',
	default: 'verify',
	operations: {
		verify: verifyEvent,
	},
});
