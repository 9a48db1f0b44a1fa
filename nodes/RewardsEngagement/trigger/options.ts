import type { INodeProperties } from 'n8n-workflow';

/** The trigger's options as the code uses them. */
export interface TriggerOptions {
	/** When the service is told that its delivery arrived. */
	acknowledge: 'onReceived' | 'whenFinished';
	/** What makes two deliveries the same event; `off` lets every delivery run. */
	deduplicateBy: 'envelope' | 'event' | 'off';
	/** Who registers the webhook with the service. */
	registration: 'automatic' | 'manual';
}

/** The options that were chosen in the panel, and the usual ones for the rest. */
export function toTriggerOptions(chosen: unknown): TriggerOptions {
	return {
		acknowledge: 'onReceived',
		deduplicateBy: 'envelope',
		registration: 'automatic',
		...(chosen as Partial<TriggerOptions>),
	};
}

/** The options as the panel shows them. */
export const triggerOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Acknowledge',
			name: 'acknowledge',
			type: 'options',
			options: [
				{
					name: 'On Receipt',
					value: 'onReceived',
					description: 'Answer as soon as the run is recorded. A run that fails is not delivered again.',
				},
				{
					name: 'When Finished',
					value: 'whenFinished',
					description:
						'Answer when the workflow has ended. If it failed, the service delivers the event again, and it runs again. The service waits 30 seconds at most.',
				},
			],
			default: 'onReceived',
			description: 'When to tell the service that its delivery arrived',
		},
		{
			displayName: 'Deduplicate By',
			name: 'deduplicateBy',
			type: 'options',
			options: [
				{
					name: 'Whole Delivery',
					value: 'envelope',
					description: 'A delivery that repeats an earlier one to the letter runs nothing',
				},
				{
					name: 'Event Without Its Time',
					value: 'event',
					description: 'Also an event that differs from an earlier one only in its timestamp runs nothing',
				},
				{
					name: 'Off',
					value: 'off',
					description: 'Every delivery runs the workflow, repeats too',
				},
			],
			default: 'envelope',
			description:
				'The service may deliver an event more than once. Which deliveries count as the same event, so that only the first one runs the workflow.',
		},
		{
			displayName: 'Registration',
			name: 'registration',
			type: 'options',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description:
						'The trigger registers its webhook when the workflow is published, and removes it when it is not',
				},
				{
					name: 'Manual',
					value: 'manual',
					description:
						"For keys that may not manage webhooks. Register the trigger's production URL in the dashboard of the service, and enter the secret shown there as Webhook Secret in the credential.",
				},
			],
			default: 'automatic',
			description: 'Who registers the webhook with the service',
		},
	],
};
