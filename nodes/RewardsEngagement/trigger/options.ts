import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { numberSchema } from '../fields/number';
import { oneOf } from '../fields/words';

/** A year: more than any service keeps trying. */
const MAX_AGE_MINUTES = 525_600;

/** The trigger's options as the code uses them. What was not chosen is as usual; any other word is refused. */
export const triggerOptionsSchema = z.object({
	/** When the service is told that its delivery arrived. */
	respond: wordOf('immediately', 'whenFinished'),
	/** What makes two deliveries the same event; `off` lets every delivery run. */
	deduplicateBy: wordOf('payload', 'payloadWithoutTimestamp', 'off'),
	/** The oldest event that runs, in minutes; any unless told. */
	maximumAge: z.preprocess(
		(value) => value ?? undefined,
		numberSchema
			.refine(
				(value) => value > 0 && value <= MAX_AGE_MINUTES,
				`must be a number of minutes above 0, ${MAX_AGE_MINUTES} at most`,
			)
			.optional(),
	),
	/** Who registers the webhook with the service. */
	registration: wordOf('automatic', 'manual'),
});

export type TriggerOptions = z.infer<typeof triggerOptionsSchema>;

/** The first of these words is the default. */
function wordOf<const Word extends string>(...words: readonly [Word, ...Word[]]) {
	return z.preprocess((value) => value ?? words[0], oneOf(...words));
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
			displayName: 'Respond',
			name: 'respond',
			type: 'options',
			options: [
				{
					name: 'Immediately',
					value: 'immediately',
					description:
						'Respond as soon as the execution is saved. If it fails, the event is not redelivered.',
				},
				{
					name: 'When Workflow Finishes',
					value: 'whenFinished',
					description:
						'Respond when the workflow finishes. If it fails, the service redelivers the event and the workflow runs again. The service waits up to 30 seconds.',
				},
			],
			default: 'immediately',
			description: 'When to respond to the webhook request',
		},
		{
			displayName: 'Deduplicate By',
			name: 'deduplicateBy',
			type: 'options',
			options: [
				{
					name: 'Exact Payload',
					value: 'payload',
					description: 'Ignore deliveries whose body is identical to an earlier one',
				},
				{
					name: 'Payload Without Timestamp',
					value: 'payloadWithoutTimestamp',
					description: 'Also ignore deliveries that differ only in their timestamp',
				},
				{
					name: 'Off',
					value: 'off',
					description: 'Run the workflow for every delivery, including duplicates',
				},
			],
			default: 'payload',
			description: 'How to recognize duplicate deliveries, so that each event runs the workflow only once',
		},
		{
			displayName: 'Maximum Age (Minutes)',
			name: 'maximumAge',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_AGE_MINUTES },
			default: 1440,
			description:
				'Ignore events whose signed timestamp is older than this, to prevent replay attacks. Choose a value longer than the service keeps retrying.',
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
						'Register the webhook when the workflow is published and remove it when it is unpublished',
				},
				{
					name: 'Manual',
					value: 'manual',
					description:
						'For API keys that cannot manage webhooks. Register the production URL in the dashboard and enter its secret as Webhook Secret in the credential. Events from other realms are ignored.',
				},
			],
			default: 'automatic',
			description: 'How the webhook is registered with the service',
		},
	],
};
