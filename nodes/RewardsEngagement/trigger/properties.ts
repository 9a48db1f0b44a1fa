import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { customEvents, events } from '../resources/event/fields';
import { collectionProperty } from '../fields/field';
import { realmId } from '../fields/text';
import { triggerFilters } from './filters';
import { triggerOptions } from './options';

const chosenEvents: INodeProperties = {
	...events.property,
	name: 'events',
	description: 'The events that start the workflow',
};

const withCustomEvents: IDisplayOptions['show'] = { customEvents: [{ _cnd: { exists: true } }] };

/**
 * The parameters of the trigger. Without a custom event, an event of the list is required, and the editor marks that.
 */
export const triggerProperties: INodeProperties[] = [
	{ ...chosenEvents, required: true, displayOptions: { hide: withCustomEvents } },
	{ ...chosenEvents, displayOptions: { show: withCustomEvents } },
	{ ...customEvents.property, name: 'customEvents' },
	{ ...realmId.property, name: 'realmId' },
	collectionProperty(triggerFilters, {
		placeholder: 'Add filter',
		description:
			'Only events that match all filters start the workflow. Other events are acknowledged and ignored.',
	}),
	collectionProperty(triggerOptions, { placeholder: 'Add option' }),
];
