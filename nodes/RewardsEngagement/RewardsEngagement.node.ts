import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { credentialTest } from './resources/credentialTest';
import { hints, properties, sensitiveOutputFields, subtitle } from './resources/description';
import { listSearch, loadOptions } from './resources/listSearch';

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
		subtitle,
		description: 'Award points, look up members, read analytics, download exports and manage webhooks',
		defaults: { name: 'Rewards and Engagement' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Awards, deducts and transfers points of members of a rewards realm, and does all other operations of the service. For a payment, read repeatProtection first.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger',
					relationHint: 'Starts a workflow on an event of the service. Payments after it are made once.',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rewardsEngagementApi', required: true, testedBy: 'rewardsEngagementApiTest' }],
		hints,
		sensitiveOutputFields,
		properties,
	};

	methods = { listSearch, loadOptions, credentialTest };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// All operations are loaded at once: if an update of the package took their files away, nothing was sent.
		const [{ runItems }, { registry }] = await Promise.all([
			import('./run/run'),
			import('./resources/registry'),
		]);
		return [await runItems(this, registry)];
	}
}
