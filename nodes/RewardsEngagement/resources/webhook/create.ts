import { path } from '../../api/path';
import { someEvents, customEvents, events } from '../event/fields';
import { optional } from '../../fields/field';
import { receivingUrl, secret } from './fields';
import { webhook } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const createWebhook = operation({
	displayName: 'Create',
	action: 'Create a webhook',
	description:
		'Register an address that the service calls on events. The trigger node of this package does it by itself: use this for other receivers.',
	source: '4.11',
	parameters: { url: receivingUrl, events: optional(events) },
	additionalFields: { customEvents, secret },
	effect: 'once',
	permission: 'webhooks:write',
	request: ({ realmId, url, events: chosen, customEvents: custom, secret: signing }) => ({
		method: 'POST',
		path: path`/api/v1/realm/${realmId}/webhooks`,
		body: { url, events: someEvents(chosen, custom), secret: signing },
	}),
	response: bare(webhook),
});
