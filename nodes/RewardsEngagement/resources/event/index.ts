import { resource } from '../../declare/resource';
import { verifyEvent } from './verify';

export const event = resource({
	name: 'Event',
	description: 'A webhook event that n8n received without the trigger',
	default: 'verify',
	operations: {
		verify: verifyEvent,
	},
});
