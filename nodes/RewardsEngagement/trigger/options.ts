import type { Collection, Field, Values } from '../fields/field';
import { numberSchema } from '../fields/number';
import { closedChoice } from '../fields/text';

/** A year: more than any service keeps trying. */
const MAX_AGE_MINUTES = 525_600;

/** When the service gets the response to its delivery. */
const respond = closedChoice('Respond', {
	options: [
		{
			name: 'Immediately',
			value: 'immediately',
			description: 'Respond as soon as the execution is saved. If it fails, the event is not redelivered.',
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
});

/** What makes two deliveries the same event. `off` lets every delivery run. */
const deduplicateBy = closedChoice('Deduplicate By', {
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
});

/** The maximum age of an event that runs, in minutes. By default, any age. */
const maximumAge: Field<number> = {
	property: {
		displayName: 'Maximum Age (Minutes)',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_AGE_MINUTES },
		default: 1440,
		description:
			'Ignore events whose signed timestamp is older than this, to prevent replay attacks. Choose a value longer than the service keeps retrying.',
	},
	schema: numberSchema.refine(
		(value) => value > 0 && value <= MAX_AGE_MINUTES,
		`must be a number of minutes above 0 and at most ${MAX_AGE_MINUTES}`,
	),
};

/** Whether the trigger or a user registers the webhook with the service. */
const registration = closedChoice('Registration', {
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'Register the webhook when the workflow is published and remove it when it is unpublished',
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
});

const fields = { respond, deduplicateBy, maximumAge, registration };

export const triggerOptions: Collection<typeof fields> = { name: 'options', displayName: 'Options', fields };

/** The options with default values for those that were not added. */
export type TriggerOptions = Omit<Values<typeof fields>, 'maximumAge'> & { maximumAge?: number };

export const USUAL_OPTIONS: TriggerOptions = {
	respond: 'immediately',
	deduplicateBy: 'payload',
	registration: 'automatic',
};
