import { webhookDescriptionFields, type INodeParameters } from 'n8n-workflow';

import { isRecord } from '../shared/json';

const WHEN_FINISHED = '$parameter["options"]["respond"] === "whenFinished"';

const isWhenFinished = ({ options }: INodeParameters) => {
	const chosen: unknown = options;
	return isRecord(chosen) && chosen.respond === 'whenFinished';
};

/** Each as an expression and, meaning the same, as a function of the node's parameters. */
const fields = {
	responseMode: {
		template: `={{ ${WHEN_FINISHED} ? "lastNode" : "onReceived" }}`,
		resolve: (parameters: INodeParameters) => (isWhenFinished(parameters) ? 'lastNode' : 'onReceived'),
	},
	// Without it n8n answers with the word "firstEntryJson", or with what the last node gave.
	responseData: {
		template: `={{ ${WHEN_FINISHED} ? "noData" : "" }}`,
		resolve: (parameters: INodeParameters) => (isWhenFinished(parameters) ? 'noData' : ''),
	},
};

/**
 * When n8n answers a delivery, and with what: the part of the webhook's description that depends on the option
 * "Respond". An n8n that knows the functions asks them at every delivery in place of the expressions, which cost
 * it several milliseconds; an older one has nothing to hand them to.
 */
export const responseMode: Record<keyof typeof fields, string> = (webhookDescriptionFields as
	typeof webhookDescriptionFields | undefined)
	? webhookDescriptionFields(fields)
	: { responseMode: fields.responseMode.template, responseData: fields.responseData.template };
