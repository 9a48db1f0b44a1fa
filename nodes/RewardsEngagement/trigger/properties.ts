import type { INodeProperties } from 'n8n-workflow';

import { customEvents, events } from '../resources/event/fields';
import { realmId } from '../fields/realm';
import { triggerFilters } from './filters';
import { triggerOptions } from './options';

/** The parameters of the trigger. */
export const triggerProperties: INodeProperties[] = [
	{ ...events.property, name: 'events', description: 'The events that start the workflow' },
	{ ...customEvents.property, name: 'customEvents' },
	{ ...realmId.property, name: 'realmId' },
	triggerFilters,
	triggerOptions,
];
