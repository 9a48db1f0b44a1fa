import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { allEvents, customEvents, events } from '../resources/event/fields';

/** The event types this trigger wants: those chosen from the list and the custom ones, each once. */
export function subscribedEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	return allEvents(
		events.schema.parse(context.getNodeParameter('events', [])),
		customEvents.schema.parse(context.getNodeParameter('customEvents', '')),
	);
}
