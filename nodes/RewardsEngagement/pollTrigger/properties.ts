import type { INodeProperties } from 'n8n-workflow';

import { realmId } from '../fields/realm';
import { currency } from '../resources/currency/fields';

/** What can be asked for, by the value that saved workflows hold. */
export const POLLED_EVENTS = [
	'balance.reached',
	'export.finished',
	'member.joined',
	'store.purchase.finalized',
	'store.purchase.completed',
	'quest.changed',
	'raffle.drawn',
] as const;

export type PolledEventName = (typeof POLLED_EVENTS)[number];

const EVENTS: Readonly<Record<PolledEventName, { name: string; description: string }>> = {
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
		description:
			'A quest was added, or its name, description, type, status, dates or tasks changed (status is missing today)',
	},
	'raffle.drawn': { name: 'Raffle Drawn', description: 'A raffle has winners' },
};

const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: POLLED_EVENTS.map((value) => ({ value, ...EVENTS[value] })),
	default: [],
	description: 'The events that start the workflow. Each uses at least one API request per poll.',
};

const forEvent = (event: PolledEventName): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { events: [event] } },
});

const jobIds: INodeProperties = {
	displayName: 'Job IDs',
	name: 'jobIds',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 64b7f1c2a9d3e45f6071829a',
	hint: 'Separated by commas',
	description: 'The IDs of the export jobs to watch. Copy them from the dashboard; the API cannot list them.',
	...forEvent('export.finished'),
};

const currencyId: INodeProperties = {
	...currency('Currency', {
		description: 'The currency of the leaderboard. Leave empty for the default currency of the realm.',
	}).property,
	name: 'currencyId',
	...forEvent('balance.reached'),
};

const threshold: INodeProperties = {
	displayName: 'Threshold',
	name: 'threshold',
	type: 'number',
	default: 1,
	required: true,
	description: 'The balance to reach',
	...forEvent('balance.reached'),
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Include Recent Events',
			name: 'includeRecentEvents',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 0 },
			default: 0,
			description:
				'How many recent records of each event to emit when the workflow is first published, up to 100. By default, earlier records are not emitted.',
		},
	],
};

/** The parameters of the trigger; n8n adds how often to poll. */
export const pollTriggerProperties: INodeProperties[] = [
	events,
	jobIds,
	currencyId,
	threshold,
	{ ...realmId.property, name: 'realmId' },
	options,
];

export const properties = { events, jobIds, currencyId, threshold, options };
