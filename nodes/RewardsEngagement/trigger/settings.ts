import { webhookDescriptionFields, type IDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { collectionProperty, optional, type Collection, type Field, type Values } from '../fields/field';
import { numberSchema } from '../fields/number';
import { ParameterReader, type ParameterSource } from '../fields/reader';
import { closedChoice, ownRealmId, realmId } from '../fields/text';
import { allEvents, customEvents, deduplicateBy as sameEvents, events } from '../resources/event/fields';
import { isRecord } from '../shared/json';
import { triggerFilters, type Filters } from './filters';

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
			description: 'If the workflow fails, the service redelivers the event. It waits up to 30 seconds.',
		},
	],
	default: 'immediately',
	description: 'When to respond to the webhook request',
});

const choices = sameEvents.property.options ?? [];

/** What makes two deliveries the same event. `off` lets every delivery run, and comes last here. */
const deduplicateBy: typeof sameEvents = {
	...sameEvents,
	property: {
		...sameEvents.property,
		options: [...choices.slice(1), ...choices.slice(0, 1)],
		default: 'payload',
		description: 'How to recognize duplicate deliveries, so that each event runs the workflow only once',
	},
	whenEmpty: 'payload',
};

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
			description: 'You register it in the dashboard, for API keys that cannot manage webhooks',
		},
	],
	default: 'automatic',
	description:
		'How the webhook is registered. "Manual": register the production URL in the dashboard, and enter its secret in the credential. Ignores events of other realms.',
});

const options = { deduplicateBy, maximumAge, registration, respond };

const triggerOptions: Collection<typeof options> = {
	name: 'options',
	displayName: 'Options',
	fields: options,
};

/** An event type with a missing part would be another type, for which no event ever comes. */
const typesOf = (field: Field<string[]>) => optional({ ...field, isName: true });

/** In the panel it is one of the options. Only a publication and a delivery need it. */
const otherEvents = {
	name: triggerOptions.name,
	displayName: triggerOptions.displayName,
	fields: { customEvents: typesOf(customEvents) },
};

/** n8n's label for the events of a trigger, which needs no description. */
const triggerOn = typesOf({
	...events,
	property: { ...events.property, displayName: 'Trigger On', description: undefined },
});

const chosenEvents: INodeProperties = { ...triggerOn.property, name: 'events' };

const withCustomEvents: IDisplayOptions['show'] = {
	'/options.customEvents': [{ _cnd: { exists: true } }],
};

/**
 * The parameters of the trigger. Without a custom event, an event of the list is required, and the editor marks that.
 */
export const triggerProperties: INodeProperties[] = [
	{ ...chosenEvents, required: true, displayOptions: { hide: withCustomEvents } },
	{ ...chosenEvents, displayOptions: { show: withCustomEvents } },
	{ ...realmId.property, name: 'realmId' },
	collectionProperty(triggerFilters, {
		placeholder: 'Add filter',
		description:
			'Only events that match all filters start the workflow. Other events are acknowledged and ignored.',
	}),
	collectionProperty(
		{ ...triggerOptions, fields: { ...otherEvents.fields, ...options } },
		{ placeholder: 'Add option' },
	),
];

const fields = { events: triggerOn, realmId: ownRealmId };

/** The options, with default values for those that were not added. */
interface Options extends Omit<Values<typeof options>, 'maximumAge'> {
	maximumAge?: number;
}

const USUAL: Options = { respond: 'immediately', deduplicateBy: 'payload', registration: 'automatic' };

/** What the user has set. */
export interface Settings extends Options {
	/** Types from the list and custom types, each once. */
	types: string[];
	/** The realm that the trigger names. Empty for the credential's realm. */
	realmId: string;
	filters: Filters;
}

/** @throws {Problem} which names the parameter that cannot be read */
export function readSettings(context: ParameterSource): Settings {
	const reader = new ParameterReader(context, { isTrigger: true });
	const read = reader.ofFields(fields, triggerOptions, otherEvents, triggerFilters)(0) as Partial<
		Values<typeof fields & typeof otherEvents.fields> & Options & Filters
	>;
	const { events: chosen, customEvents: custom, realmId: realm = '', ...others } = read;
	const { respond, deduplicateBy, maximumAge, registration, ...filters } = { ...USUAL, ...others };
	const types = allEvents(chosen, custom);
	return { types, realmId: realm, filters, respond, deduplicateBy, maximumAge, registration };
}

/** The options alone, also in an execution of the trigger. Throws like {@link readSettings}. */
export function readOptions(context: ParameterSource): Options {
	return { ...USUAL, ...new ParameterReader(context, { isTrigger: true }).ofCollection(triggerOptions)(0) };
}

/** A field of the webhook's description as an expression, and as an equivalent function of the parameters. */
const byRespond = (whenFinished: string, immediately: string) => ({
	template: `={{ $parameter["options"]["respond"] === "whenFinished" ? "${whenFinished}" : "${immediately}" }}`,
	resolve: ({ options: chosen }: { options?: unknown }) =>
		isRecord(chosen) && chosen.respond === 'whenFinished' ? whenFinished : immediately,
});

const response = {
	responseMode: byRespond('lastNode', 'onReceived'),
	// Without it n8n responds with the word "firstEntryJson", or with the result of the last node.
	responseData: byRespond('noData', ''),
};

/**
 * When n8n responds to a delivery, and with what, by the option "Respond". If n8n supports functions here, it calls
 * them at every delivery. Older versions of n8n evaluate the expressions, which takes several milliseconds.
 */
export const responseMode: Record<keyof typeof response, string> = (webhookDescriptionFields as
	typeof webhookDescriptionFields | undefined)
	? webhookDescriptionFields(response)
	: { responseMode: response.responseMode.template, responseData: response.responseData.template };
