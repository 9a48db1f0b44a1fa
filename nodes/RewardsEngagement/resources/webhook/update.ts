import type { Client } from '../../api/client';
import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare, toJsonItems } from '../../declare/response';
import { unsentProblem } from '../../errors';
import { flag } from '../../fields/text';
import * as event from '../event/fields';
import * as fields from './fields';
import { getManyWebhooks } from './getMany';
import { webhook } from './record';
import { hooksIn } from './remoteHooks';

const response = bare(webhook);

export const updateWebhook = operation({
	displayName: 'Update',
	action: 'Update webhook',
	description: 'Change the URL, events, secret or state of a webhook. Only the fields you add are changed.',
	source: '4.11',
	parameters: { webhookId: fields.webhookId },
	updateFields: {
		url: fields.url,
		events: {
			...event.events,
			property: {
				...event.events.property,
				description: 'The events to send to this webhook. They replace its current events.',
			},
		},
		customEvents: {
			...event.customEvents,
			property: {
				...event.customEvents.property,
				description:
					'Other event types to send, separated by commas. Without "Events", they are added to the current events.',
			},
		},
		secret: fields.secret,
		active: flag('Active', { description: 'Whether the service delivers to this webhook', default: true }),
	},
	effect: 'replace',
	permission: 'webhooks:write',
	request: ({ realmId, webhookId, url, events, customEvents, secret, active }) => ({
		method: 'PATCH',
		path: path`/api/v1/realm/${realmId}/webhooks/${webhookId}`,
		body: { url, events: (events ?? customEvents) && event.someEvents(events, customEvents), secret, active },
	}),
	perform: async ({ client, values, request }) => {
		const { events, customEvents } = values;
		const body =
			customEvents && !events
				? {
						...(request.body as object),
						events: event.allEvents(await currentEvents(client, values), customEvents),
					}
				: request.body;
		const answer = await client.send({ ...request, body });
		return toJsonItems(response, answer.body, values).map((json) => ({ json }));
	},
	response,
});

/** @throws {Problem} when the service does not list the webhook with its events */
async function currentEvents(
	client: Client,
	{ realmId, webhookId }: { realmId: string; webhookId: string },
): Promise<string[]> {
	for await (const body of client.pages(getManyWebhooks.request({ realmId }))) {
		const found = hooksIn(body).find(({ id }) => id === webhookId);
		if (found?.events) return found.events;
	}
	throw unsentProblem(
		'The webhook was not updated, because the service does not list its current events',
		'Add "Events" too, and choose all events that this webhook needs.',
	);
}
