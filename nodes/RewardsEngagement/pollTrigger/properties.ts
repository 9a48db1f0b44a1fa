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
	'balance.changed': {
		name: 'Balance Changed',
		description: "A member's balance went up or down",
	},
	'balance.reached': {
		name: 'Balance Reached',
		description: "A member's balance reached the threshold. Fires again only after it dropped below.",
	},
	'export.finished': {
		name: 'Export Finished',
		description: 'An export job ended, with or without a file',
	},
	'member.anniversary': {
		name: 'Member Anniversary',
		description: "A member joined a whole number of years ago, in the workflow's time zone",
	},
	'member.inactive': { name: 'Member Inactive', description: 'A member was not active for some days' },
	'member.joined': { name: 'Member Joined', description: 'A member joined the realm' },
	'member.referred': { name: 'Member Referred', description: 'A new member has a referral' },
	'member.returned': {
		name: 'Member Returned',
		description: 'A member was active again, after some days without activity',
	},
	'member.updated': {
		name: 'Member Updated',
		description: "A member's username, display name, email or metadata changed",
	},
	'store.purchase.finalized': { name: 'Purchase Finalized', description: 'A purchase was finalized' },
	'store.purchase.completed': { name: 'Purchase Made', description: 'A member bought an item of the store' },
	'quest.changed': {
		name: 'Quest Added or Changed',
		description: 'A quest was added, or its name, description, type, status, dates or tasks changed',
	},
	'raffle.drawn': { name: 'Raffle Drawn', description: 'A raffle has winners' },
	'rank.changed': {
		name: 'Rank Changed',
		description: 'A member entered the top of the leaderboard, left it, or moved within it',
	},
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

/** A field for some of the events. */
function ofEvents<T>(of: PolledEventName[], field: Field<T>): Field<T> {
	return { ...field, property: { ...field.property, displayOptions: { show: { events: of } } } };
}

const jobIds = names('Job IDs', {
	placeholder: 'e.g. 64b7f1c2a9d3e45f6071829a',
	description:
		'The IDs of the export jobs to watch. Copy them from the dashboard, because the API cannot list them.',
});

const currencyId = currency('Currency', {
	description: 'The currency of the balances. Leave empty for the default currency of the realm.',
});

const threshold: Field<number> = {
	property: { displayName: 'Threshold', type: 'number', default: 1, description: 'The balance to reach' },
	schema: numberSchema,
};

/** One page of the leaderboard. */
export const MOST_PLACES = 100;

const topMembers = wholeNumber('Top Members', {
	least: 1,
	most: MOST_PLACES,
	default: 10,
	description: 'The number of places of the leaderboard to watch, from 1 to 100',
});

const MOST_DAYS = 3_650;

const inactiveDays = wholeNumber('Days Without Activity', {
	least: 1,
	most: MOST_DAYS,
	default: 30,
	description: 'The number of days without activity after which a member counts as inactive',
});

const MAX_LATEST = 100;

const includeRecentEvents: Field<number> = {
	...wholeNumber('Include Recent Events', {
		least: 0,
		most: MAX_LATEST,
		default: 0,
		description:
			'How many recent records of each event to emit when the workflow is first published, up to 100. Not for changes, anniversaries and activity, whose past is unknown.',
	}),
	whenEmpty: 0,
	optional: true,
};

/** A field for a whole number within limits. */
function wholeNumber(
	displayName: string,
	{ least, most, ...texts }: { least: number; most: number; default: number; description: string },
): Field<number> {
	return {
		property: {
			displayName,
			type: 'number',
			typeOptions: { minValue: least, maxValue: most, numberPrecision: 0 },
			...texts,
		},
		schema: numberSchema.refine(
			(value) => Number.isInteger(value) && value >= least && value <= most,
			`must be a whole number from ${least} to ${most}`,
		),
	};
}

export const fields = {
	events,
	jobIds: ofEvents(['export.finished'], { ...jobIds, isName: true }),
	currencyId: optional(ofEvents(['balance.changed', 'balance.reached', 'rank.changed'], currencyId)),
	threshold: ofEvents(['balance.reached'], threshold),
	topMembers: ofEvents(['rank.changed'], topMembers),
	inactiveDays: ofEvents(['member.inactive', 'member.returned'], inactiveDays),
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
	...propertiesOf(fields, ['events', 'jobIds', 'threshold', 'topMembers', 'inactiveDays'] satisfies Array<
		keyof typeof fields
	>),
	collectionProperty(options, { placeholder: 'Add option' }),
];
