import { resource } from '../../run/resource';
import { verifyEvent } from './verify';

export const event = resource({
	name: 'Event',
	default: 'verify',
	operations: {
		verify: verifyEvent,
	},
});
