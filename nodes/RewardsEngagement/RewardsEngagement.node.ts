import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { Client } from './api/client';
import { toNodeError } from './api/nodeError';
import { buildProperties } from './operations/properties';
import { operations, runItem } from './operations/runItem';
import { searchCurrencies } from './search/currencies';
import { searchMembers } from './search/members';
import { searchWebhooks } from './search/webhooks';

export class RewardsEngagement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Rewards and Engagement',
		name: 'rewardsEngagement',
		icon: {
			light: 'file:../../icons/rewardsEngagement.svg',
			dark: 'file:../../icons/rewardsEngagement.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Pay out points, look up members, read analytics, fetch exports and manage webhooks of a rewards and engagement realm',
		defaults: { name: 'Rewards and Engagement' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rewardsEngagementApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: { searchCurrencies, searchMembers, searchWebhooks } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const client = await Client.open(this);
		const results: INodeExecutionData[] = [];
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			try {
				for (const content of await runItem(this, client, itemIndex)) {
					results.push({ ...content, pairedItem: { item: itemIndex } });
				}
			} catch (thrown) {
				const error = toNodeError(this.getNode(), thrown, itemIndex);
				if (!this.continueOnFail()) throw error;
				results.push({ json: { error: error.message }, error, pairedItem: { item: itemIndex } });
			}
		}
		return [results];
	}
}
