import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { optional } from '../../fields/field';
import * as event from '../event/fields';
import * as fields from './fields';
import { webhook } from './record';

export const createWebhook = operation({
	displayName: 'Create',
	action: 'Create webhook',
	description: 'Register a URL for events. The trigger nodes do not need it: they register themselves.',
	source: '4.11',
	parameters: {
		url: fields.url,
		events: {
			...optional(event.events),
			needed: { parameter: '/additionalFields.customEvents', isEmpty: true },
		},
	},
	additionalFields: { customEvents: event.customEvents, secret: fields.secret },
	effect: 'once',
	permission: 'webhooks:write',
	request: ({ realmId, url, events, customEvents, secret }) => ({
		method: 'POST',
		path: path`/api/v1/realm/${realmId}/webhooks`,
		body: { url, events: event.someEvents(events, customEvents), secret },
	}),
	response: bare(webhook),
});
