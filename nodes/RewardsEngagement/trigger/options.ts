import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { numberSchema } from '../fields/number';

/** A year: more than any service keeps trying. */
const MAX_AGE_MINUTES = 525_600;

/** The trigger's options as the code uses them. What was not chosen is as usual; any other word is refused. */
export const triggerOptionsSchema = z.object({
	/** When the service is told that its delivery arrived. */
	acknowledge: oneOf('onReceived', 'whenFinished'),
	/** What makes two deliveries the same event; `off` lets every delivery run. */
	deduplicateBy: oneOf('envelope', 'event', 'off'),
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
	registration: oneOf('automatic', 'manual'),
});

export type TriggerOptions = z.infer<typeof triggerOptionsSchema>;

/** One of these words, the first unless told. */
function oneOf<const Word extends string>(...words: readonly [Word, ...Word[]]) {
	const [usual] = words;
	const message = `must be one of ${words.join(', ')}`;
	return z.preprocess((value) => value ?? usual, z.enum(words, { errorMap: () => ({ message }) }));
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
			displayName: 'Maximum Age (Minutes)',
			name: 'maximumAge',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_AGE_MINUTES },
			default: 1440,
			description:
				'An event that is older, by its signed timestamp, runs nothing. Protects from recorded deliveries that somebody sends again. Choose more than the service keeps trying. Without this option any age is taken.',
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
						"For keys that may not manage webhooks. Register the trigger's production URL in the dashboard of the service, and enter the secret shown there as Webhook Secret in the credential. Events of another realm than this trigger's run nothing.",
				},
			],
			default: 'automatic',
			description: 'Who registers the webhook with the service',
		},
	],
};
