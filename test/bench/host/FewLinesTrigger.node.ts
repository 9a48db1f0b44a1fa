import { createHash, createHmac } from 'node:crypto';

import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

/**
 * The shortest trigger that verifies each delivery and drops repeats, also after a restart. For that it has only
 * n8n's store of processed values, and only an execution reaches that store.
 */
export class FewLinesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Few Lines Trigger',
		name: 'fewLinesTrigger',
		icon: 'fa:circle',
		group: ['trigger'],
		version: 2,
		description: 'Verifies each delivery and drops repeats',
		defaults: { name: 'Few Lines Trigger' },
		inputs: [],
		outputs: ['main'],
		// A trigger that registers a webhook has a credential, and n8n checks at each execution whether it may be
		// used.
		credentials: [{ name: 'rewardsEngagementApi', required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: 'webhook' },
		],
		properties: [{ displayName: 'Secret', name: 'secret', type: 'string', default: '' }],
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { rawBody } = this.getRequestObject() as unknown as { rawBody: Buffer };
		const secret = this.getNodeParameter('secret') as string;
		const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
		if (this.getHeaderData()['x-service-signature'] !== expected) return { webhookResponse: 'No' };
		const eventId = createHash('sha256').update(rawBody).digest('hex');
		return { workflowData: [[{ json: { ...this.getBodyData(), eventId } }]] };
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const ids = items.map(({ json }) => json.eventId as string);
		const { new: fresh } = await this.helpers.checkProcessedAndRecord(ids, 'node', {
			mode: 'entries',
			maxEntries: 20_000,
		});
		return [items.filter(({ json }) => fresh.includes(json.eventId as string))];
	}
}
