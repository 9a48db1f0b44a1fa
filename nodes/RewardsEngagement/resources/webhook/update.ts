import { path } from '../../api/path';
import * as event from '../event/fields';
import { flag } from '../../fields/text';
import * as fields from './fields';
import { webhook } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const updateWebhook = operation({
	displayName: 'Update',
	action: 'Update webhook',
	description:
		'Change the address, events, secret or state of a webhook. Only the fields you add are changed.',
	source: '4.11',
	parameters: { webhookId: fields.webhookId },
	updateFields: {
		url: fields.receivingUrl,
		events: event.events,
		customEvents: event.customEvents,
		secret: fields.secret,
		active: flag('Active', { description: 'Whether the service delivers to this webhook' }),
	},
	effect: 'replace',
	permission: 'webhooks:write',
	request: ({ realmId, webhookId, url, events, customEvents, secret, active }) => ({
		method: 'PATCH',
		path: path`/api/v1/realm/${realmId}/webhooks/${webhookId}`,
		body: { url, events: (events ?? customEvents) && event.allEvents(events, customEvents), secret, active },
	}),
	response: bare(webhook),
});
