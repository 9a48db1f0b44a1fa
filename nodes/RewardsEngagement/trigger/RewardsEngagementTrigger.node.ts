import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { credentialTest } from '../resources/credentialTest';
import { listSearch } from '../resources/listSearch';
import { eventSubtitle } from '../declare/properties';
import { dropDuplicates, receive } from './receive';
import { responseMode, triggerProperties } from './settings';

export class RewardsEngagementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Rewards and Engagement Trigger',
		name: 'rewardsEngagementTrigger',
		icon: {
			light: 'file:../../../icons/rewardsEngagement.svg',
			dark: 'file:../../../icons/rewardsEngagement.dark.svg',
		},
		group: ['trigger'],
		// For a node of version 1, n8n evaluates an expression at every delivery to find out whether its body is a
		// file (n8n, `webhook-helpers.js`, parseRequestBody). Otherwise the versions are equal.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: eventSubtitle('events', 'options.customEvents'),
		// n8n's node panel shows this description for the action node too.
		description:
			'Starts the workflow when something happens in a realm. Other operations award points and look up members.',
		eventTriggerDescription: 'Make the event happen in the service',
		activationMessage: 'The next matching event in the service starts this workflow.',
		defaults: { name: 'Rewards and Engagement Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rewardsEngagementApi', required: true, testedBy: 'rewardsEngagementApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				...responseMode,
				path: 'webhook',
			},
		],
		builderHint: {
			searchHint:
				'Starts on events of a rewards realm that the service delivers to a webhook. Each event is verified and starts the workflow once.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-rewards-engagement.rewardsEngagementPollTrigger',
					relationHint: 'Use it instead if the service cannot reach n8n',
				},
			],
		},
		properties: triggerProperties,
	};

	methods = { listSearch, credentialTest };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const { isRegistered } = await import('./lifecycle');
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const { register } = await import('./lifecycle');
				return await register(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const { unregister } = await import('./lifecycle');
				return await unregister(this);
			},
		},
	};

	/**
	 * Its code is loaded when n8n starts. While n8n updates the package, its files are away. n8n would record that error
	 * as an execution without the event, and a retry of it could pay (n8n, `live-webhooks.js`).
	 */
	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return receive(this);
	}

	/** n8n calls this with the items of `webhook()` as the first step of the execution. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await dropDuplicates(this)];
	}
}
