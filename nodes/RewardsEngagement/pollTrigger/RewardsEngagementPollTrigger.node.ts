import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { credentialTest } from '../resources/credentialTest';
import { listSearch } from '../resources/listSearch';
import { eventSubtitle } from '../declare/properties';
import { pollTriggerProperties } from './properties';

export class RewardsEngagementPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Rewards and Engagement Poll Trigger',
		name: 'rewardsEngagementPollTrigger',
		icon: {
			light: 'file:../../../icons/rewardsEngagement.svg',
			dark: 'file:../../../icons/rewardsEngagement.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle('events'),
		description:
			'Starts the workflow by polling for new members, purchases, quests and more. Use it if webhooks cannot reach your n8n instance.',
		eventTriggerDescription: 'Fetch the newest event',
		activationMessage: 'n8n now polls the service for new events.',
		defaults: { name: 'Rewards and Engagement Poll Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rewardsEngagementApi', required: true, testedBy: 'rewardsEngagementApiTest' }],
		polling: true,
		// The address of an export's file is as sensitive as a key.
		sensitiveOutputFields: ['data.job.blobUrl'],
		builderHint: {
			searchHint:
				'Use only if the service cannot reach n8n, or for an event that it does not deliver, such as a balance.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger',
					relationHint:
						'Faster and without requests, if the service can reach n8n. Do not use both for one event.',
				},
			],
		},
		properties: pollTriggerProperties,
	};

	methods = { listSearch, credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { poll } = await import('./poll');
		return await poll(this);
	}

	/** n8n calls this with the items of `poll()` as the first step of the execution. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { dropRepeats } = await import('./dropRepeats');
		return [await dropRepeats(this)];
	}
}
