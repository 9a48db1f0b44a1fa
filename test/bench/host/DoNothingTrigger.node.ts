import type { INodeType, INodeTypeDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** A trigger that only passes a delivery on: what n8n takes for any trigger that is not its own Webhook node. */
export class DoNothingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Do Nothing Trigger',
		name: 'doNothingTrigger',
		icon: 'fa:circle',
		group: ['trigger'],
		// For a node of version 1 n8n does more at each delivery (n8n, `webhook-helpers.js`, parseRequestBody).
		version: 2,
		description: 'Passes each delivery on',
		defaults: { name: 'Do Nothing Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: 'webhook' },
		],
		properties: [],
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}
