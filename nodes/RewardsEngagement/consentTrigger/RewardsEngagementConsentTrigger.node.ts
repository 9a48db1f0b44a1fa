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
import { checkSettings } from './destination';
import { consentTriggerProperties } from './properties';
import { receive } from './receive';
import { dropUsedStates } from './usedStates';

export class RewardsEngagementConsentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Rewards and Engagement Consent Trigger',
		name: 'rewardsEngagementConsentTrigger',
		icon: {
			light: 'file:../../../icons/rewardsEngagement.svg',
			dark: 'file:../../../icons/rewardsEngagement.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: 'Member gave consent',
		description: 'Starts the workflow when a person agrees to link their account to your app',
		eventTriggerDescription: 'Open the consent page and approve',
		activationMessage: 'You can now send people to the consent page. Each approval starts the workflow.',
		defaults: { name: 'Rewards and Engagement Consent Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'rewardsEngagementApi', required: true, testedBy: 'rewardsEngagementApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				// For the response to a linked member. n8n needs the status before it hands over the request.
				responseCode: '={{ $parameter["afterSuccess"] === "redirect" ? 303 : 200 }}',
				// Without it n8n responds with the word "firstEntryJson".
				responseData: '',
				path: 'consent',
			},
		],
		builderHint: {
			searchHint: 'Starts when a person returns from the consent page. Returns the ID of the member.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-rewards-engagement.rewardsEngagement',
					relationHint: 'Consent → Create Authorization URL creates the link to send to the person',
				},
			],
		},
		properties: consentTriggerProperties,
	};

	/**
	 * The user registers the redirect URI by hand in the dashboard of the service. So publishing only checks the
	 * settings.
	 */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				await checkSettings(this);
				return true;
			},
			create(): Promise<boolean> {
				return Promise.resolve(true);
			},
			delete(): Promise<boolean> {
				return Promise.resolve(true);
			},
		},
	};

	methods = { credentialTest };

	/** Its code is loaded when n8n starts, so that an update of the package does not take it away. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** n8n calls this with the items of `webhook()` as the first step of the execution. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await dropUsedStates(this)];
	}
}
