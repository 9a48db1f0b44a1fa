import { path } from '../../api/path';
import { allEvents, customEvents, events } from '../event/fields';
import { flag } from '../../fields/text';
import { receivingUrl, secret, webhook as webhookId } from './fields';
import { webhook } from './record';
import { operation } from '../../run/operation';
import { bare } from '../../run/response';

export const updateWebhook = operation({
	displayName: 'Update',
	action: 'Update a webhook',
	description:
		'Change the address, events, secret or state of a webhook. Only the fields you add are changed.',
	source: '4.11',
	parameters: { webhookId },
	updateFields: {
		url: receivingUrl,
		events,
		customEvents,
		secret,
		active: flag('Active', 'Whether the service delivers to this webhook'),
	},
	effect: 'replace',
	permission: 'webhooks:write',
	request: ({
		realmId,
		webhookId: id,
		url,
		events: chosen,
		customEvents: custom,
		secret: signing,
		active,
	}) => ({
		method: 'PATCH',
		path: path`/api/v1/realm/${realmId}/webhooks/${id}`,
		body: { url, events: (chosen ?? custom) && allEvents(chosen, custom), secret: signing, active },
	}),
	response: bare(webhook),
});
