import { z } from 'zod';

import { unsentProblem } from '../../errors';
import { type Field, saying } from '../../fields/field';
import { closedChoice, idSchema } from '../../fields/text';
import { separated } from '../../fields/values';
import { eventTypes } from './record';

const EXPECTED = saying('must be a list of event types');

const typeList = z
	.preprocess(
		(value) => (typeof value === 'string' ? separated(value) : value),
		z.array(z.string(EXPECTED), EXPECTED),
	)
	.transform((types) => [...new Set(types.map((type) => type.trim()).filter(Boolean))]);

/** The event types of the API document. A user can choose several. */
export const events: Field<string[]> = {
	property: {
		displayName: 'Events',
		type: 'multiOptions',
		options: eventTypes.map((type) => ({ ...type })),
		default: [],
		description: 'The events to send to this webhook',
	},
	schema: typeList,
};

export const customEvents: Field<string[]> = {
	property: {
		displayName: 'Custom Events',
		type: 'string',
		default: '',
		description: 'Other event types to listen to, such as events from other apps, separated by commas',
		placeholder: 'e.g. game.level.reached, survey.answered',
	},
	schema: typeList,
	addsTo: 'events',
};

/** Both together, each type once. */
export function allEvents(chosen: readonly string[] = [], custom: readonly string[] = []): string[] {
	return [...new Set([...chosen, ...custom])];
}

/**
 * Both together, at least one.
 *
 * @throws {Problem} if there is none, because a webhook without events is a mistake
 */
export function someEvents(chosen?: readonly string[], custom?: readonly string[]): string[] {
	const types = allEvents(chosen, custom);
	if (types.length > 0) return types;
	throw unsentProblem(
		'No event is chosen',
		'Choose at least one event, or enter a custom one. Nothing was sent.',
	);
}

/** Where the signed bytes are, for an event that came in another way. */
export const bodyFrom = closedChoice('Body From', {
	options: [
		{
			name: 'Binary Data',
			value: 'binary',
			description: 'From a Webhook node with the "Raw Body" option',
		},
		{ name: 'Text', value: 'text', description: 'From most message queues' },
	],
	default: 'binary',
	description:
		'Where to find the raw request body. A body that was parsed and re-serialized no longer matches its signature.',
});

export const binaryPropertyName: Field<string> = {
	property: {
		displayName: 'Input Data Field Name',
		type: 'string',
		default: 'data',
		displayOptions: { show: { bodyFrom: ['binary'] } },
		description: 'The name of the binary data that contains the body',
	},
	schema: idSchema,
	whenEmpty: 'data',
};

export const rawBody: Field<string | undefined> = {
	property: {
		displayName: 'Raw Body',
		type: 'string',
		default: '',
		displayOptions: { show: { bodyFrom: ['text'] } },
		placeholder: 'e.g. {{ $json.content }}',
		description: 'The raw body as text, with all whitespace unchanged',
	},
	// Not trimmed, because every byte was signed.
	schema: z.string(saying('must be the unchanged body as text, because a parsed body cannot be verified')),
	allowsEmptyPart: () => true,
	optional: true,
	needed: { parameter: 'bodyFrom', is: ['text'] },
};

export const signature: Field<string> = {
	property: {
		displayName: 'Signature',
		type: 'string',
		default: '',
		placeholder: `e.g. {{ $json.headers['x-service-signature'] }}`,
		description: 'The value of the header that contains the signature. It starts with sha256=.',
	},
	schema: idSchema,
};

export const deduplicateBy = closedChoice('Deduplicate By', {
	options: [
		{ name: 'Off', value: 'off', description: 'Return every event, including duplicates' },
		{
			name: 'Exact Payload',
			value: 'payload',
			description: 'Ignore events whose body is identical to an earlier one',
		},
		{
			name: 'Payload Without Timestamp',
			value: 'payloadWithoutTimestamp',
			description: 'Also ignore events that differ only in their timestamp',
		},
	],
	default: 'off',
	description:
		'Which events count as the same, so that only the first is returned. An event whose execution fails is processed again. Test runs ignore this.',
});
