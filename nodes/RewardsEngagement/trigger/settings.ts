import type { IExecuteFunctions } from 'n8n-workflow';

import { optional, type Field } from '../fields/field';
import { triggerReader, type ParameterReader, type TriggerContext } from '../fields/parameterReader';
import { ownRealmId } from '../fields/realm';
import { allEvents, customEvents, events } from '../resources/event/fields';
import { filtersOf, type Filters } from './filters';
import { triggerOptions, USUAL_OPTIONS, type TriggerOptions } from './options';

/** Which events the trigger wants. */
export interface Subscription {
	/** Those chosen from the list and the custom ones, each once. */
	types: string[];
	/** The realm that the trigger names, or an empty string: then it is the credential's. */
	realmId: string;
}

/** An event type with a gap is another one, which nothing is ever sent for. */
const typesOf = (field: Field<string[]>) => optional({ ...field, isName: true });

const FIELDS = { events: typesOf(events), customEvents: typesOf(customEvents) };

/**
 * What the user chose. Each part is read when it is asked for, and all throw {@link InvalidParameter}, which names the
 * parameter.
 */
export class TriggerSettings {
	private readonly parameters: ParameterReader;

	/** @param itemIndex of an execution of the trigger */
	constructor(
		context: TriggerContext | IExecuteFunctions,
		private readonly itemIndex = 0,
	) {
		this.parameters = triggerReader(context);
	}

	options(): TriggerOptions {
		return { ...USUAL_OPTIONS, ...this.parameters.ofCollection(triggerOptions)(this.itemIndex) };
	}

	/** What the trigger listens to. */
	subscription(): Subscription {
		const { parameters } = this;
		return {
			types: allEvents(
				parameters.field('events', FIELDS.events),
				parameters.field('customEvents', FIELDS.customEvents),
			),
			realmId: parameters.field('realmId', ownRealmId) ?? '',
		};
	}

	filters(): Filters {
		return filtersOf(this.parameters);
	}
}
