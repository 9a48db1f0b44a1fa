import { z } from 'zod';

import { eventTypes } from './record';
import type { Field } from '../../fields/field';
import { saying } from '../../fields/words';
import { InvalidParameter } from '../../errors/invalidParameter';

const EXPECTED = saying('must be a list of event types');

const typeList = z
	.preprocess(
		(value) => (typeof value === 'string' ? value.split(',') : value),
		z.array(z.string(EXPECTED), EXPECTED),
	)
	.transform((types) => [...new Set(types.map((type) => type.trim()).filter(Boolean))]);

/** The event types of the API document, several of which can be chosen. */
export const events: Field<string[]> = {
	property: {
		displayName: 'Events',
		type: 'multiOptions',
		options: eventTypes.map((type) => ({ ...type })),
		default: [],
		description: 'The events to be told of',
	},
	schema: typeList,
};

/** Event types the list does not name. */
export const customEvents: Field<string[]> = {
	property: {
		displayName: 'Custom Events',
		type: 'string',
		default: '',
		description: 'Event types that the list does not name, such as those of other apps, separated by commas',
		placeholder: 'e.g. game.level.reached, survey.answered',
	},
	schema: typeList,
};

/** Both together, each type once. */
export function allEvents(chosen: readonly string[] = [], custom: readonly string[] = []): string[] {
	return [...new Set([...chosen, ...custom])];
}

/**
 * Both together, at least one.
 *
 * @throws {InvalidParameter} when there is none: a webhook that listens to nothing is a slip
 */
export function someEvents(chosen?: readonly string[], custom?: readonly string[]): string[] {
	const types = allEvents(chosen, custom);
	if (types.length > 0) return types;
	throw new InvalidParameter(
		'No event is chosen',
		'Choose at least one event, or name a custom one. Nothing was sent.',
	);
}
