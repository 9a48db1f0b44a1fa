import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import {
	type Collection,
	collectionProperty,
	type Field,
	oneOf,
	optional,
	propertiesOf,
	saying,
} from '../fields/field';
import { names } from '../fields/values';
import { numberSchema } from '../fields/number';
import { ownRealmId } from '../fields/text';
import { currency } from '../resources/currency/fields';

/** The events to poll for, by their values in saved workflows. */
const EVENTS = {
	'balance.reached': {
		name: 'Balance Reached',
		description: "A member's balance reached the threshold. Fires again only after it dropped below.",
	},
	'export.finished': {
		name: 'Export Finished',
		description: 'An export job ended, with or without a file',
	},
	'member.joined': { name: 'Member Joined', description: 'A member joined the realm' },
	'store.purchase.finalized': { name: 'Purchase Finalized', description: 'A purchase was finalized' },
	'store.purchase.completed': { name: 'Purchase Made', description: 'A member bought an item of the store' },
	'quest.changed': {
		name: 'Quest Added or Changed',
		description: 'A quest was added, or its name, description, type, status, dates or tasks changed',
	},
	'raffle.drawn': { name: 'Raffle Drawn', description: 'A raffle has winners' },
};

export type PolledEventName = keyof typeof EVENTS;

const POLLED_EVENTS = Object.keys(EVENTS) as [PolledEventName, ...PolledEventName[]];

const events: Field<PolledEventName[]> = {
	property: {
		displayName: 'Trigger On',
		type: 'multiOptions',
		options: POLLED_EVENTS.map((value) => ({ value, ...EVENTS[value] })),
		default: [],
		hint: 'Each event uses at least one API request per poll',
	},
	schema: z.array(oneOf(...POLLED_EVENTS), saying('must be a list of events')),
	whenEmpty: [],
};

/** A field for one event. */
function ofEvent<T>(event: PolledEventName, field: Field<T>): Field<T> {
	return { ...field, property: { ...field.property, displayOptions: { show: { events: [event] } } } };
}

const jobIds = names('Job IDs', {
	placeholder: 'e.g. 64b7f1c2a9d3e45f6071829a',
	description:
		'The IDs of the export jobs to watch. Copy them from the dashboard, because the API cannot list them.',
});

const currencyId = currency('Currency', {
	description: 'The currency of the leaderboard. Leave empty for the default currency of the realm.',
});

const threshold: Field<number> = {
	property: { displayName: 'Threshold', type: 'number', default: 1, description: 'The balance to reach' },
	schema: numberSchema,
};

const MAX_LATEST = 100;

const includeRecentEvents: Field<number> = {
	property: {
		displayName: 'Include Recent Events',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_LATEST, numberPrecision: 0 },
		default: 0,
		description:
			'How many recent records of each event to emit when the workflow is first published, up to 100. By default, earlier records are not emitted.',
	},
	schema: numberSchema.refine(
		(value) => Number.isInteger(value) && value >= 0 && value <= MAX_LATEST,
		`must be a whole number from 0 to ${MAX_LATEST}`,
	),
	whenEmpty: 0,
	optional: true,
};

export const fields = {
	events,
	jobIds: ofEvent('export.finished', { ...jobIds, isName: true }),
	currencyId: optional(ofEvent('balance.reached', currencyId)),
	threshold: ofEvent('balance.reached', threshold),
	realmId: ownRealmId,
};

const optionFields = { includeRecentEvents };

export const options: Collection<typeof optionFields> = {
	name: 'options',
	displayName: 'Options',
	fields: optionFields,
};

/** The parameters as the panel shows them. n8n adds the schedule. */
export const pollTriggerProperties: INodeProperties[] = [
	...propertiesOf(fields, ['events', 'jobIds', 'threshold'] satisfies Array<keyof typeof fields>),
	collectionProperty(options, { placeholder: 'Add option' }),
];
