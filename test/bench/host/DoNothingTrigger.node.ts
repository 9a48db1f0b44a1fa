import type { INodeType, INodeTypeDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** A trigger that only passes on deliveries. It shows n8n's own cost for any trigger other than its Webhook node. */
export class DoNothingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Do Nothing Trigger',
		name: 'doNothingTrigger',
		icon: 'fa:circle',
		group: ['trigger'],
		// n8n does more per delivery for a node of version 1 (n8n, `webhook-helpers.js`, parseRequestBody).
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
