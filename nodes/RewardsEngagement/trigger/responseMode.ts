import { webhookDescriptionFields, type INodeParameters } from 'n8n-workflow';

import { isRecord } from '../shared/json';

/** A field as an expression, and as an equivalent function of the node's parameters. */
const byRespond = (whenFinished: string, immediately: string) => ({
	template: `={{ $parameter["options"]["respond"] === "whenFinished" ? "${whenFinished}" : "${immediately}" }}`,
	resolve: ({ options }: INodeParameters) => {
		const chosen: unknown = options;
		return isRecord(chosen) && chosen.respond === 'whenFinished' ? whenFinished : immediately;
	},
});

const fields = {
	responseMode: byRespond('lastNode', 'onReceived'),
	// Without it n8n responds with the word "firstEntryJson", or with the result of the last node.
	responseData: byRespond('noData', ''),
};

/**
 * When n8n responds to a delivery, and with what. This part of the webhook's description depends on the option
 * "Respond". If n8n supports functions here, it calls them at every delivery. Older versions of n8n evaluate the
 * expressions, which takes several milliseconds.
 */
export const responseMode: Record<keyof typeof fields, string> = (webhookDescriptionFields as
	typeof webhookDescriptionFields | undefined)
	? webhookDescriptionFields(fields)
	: { responseMode: fields.responseMode.template, responseData: fields.responseData.template };
