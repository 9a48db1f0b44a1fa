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
		description: 'A member holds a balance, once until it falls below again',
	},
	'export.finished': {
		name: 'Export Finished',
		description: 'An export job has ended, with a file or without',
	},
	'member.joined': { name: 'Member Joined', description: 'A member joined the realm' },
	'store.purchase.finalized': { name: 'Purchase Finalized', description: 'A purchase was finalized' },
	'store.purchase.completed': { name: 'Purchase Made', description: 'A member bought an item of the store' },
	'quest.changed': {
		name: 'Quest Added or Changed',
		description: 'A quest is new, or its name, description, type, dates or tasks changed',
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
	description: 'The events that start the workflow. Each takes a request a poll.',
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
	description: 'The export jobs to watch: the API cannot list them. The dashboard shows the ID of a job.',
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
			displayName: 'Emit Latest at First',
			name: 'emitLatest',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 0 },
			default: 0,
			description:
				'How many of the latest records of each event to emit when the workflow is published for the first time. Without this option nothing that happened before is emitted.',
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
