import { optional, type Field } from '../fields/field';
import { ParameterReader, type ParameterSource } from '../fields/reader';
import { ownRealmId } from '../fields/text';
import { allEvents, customEvents, events } from '../resources/event/fields';
import { filtersOf, type Filters } from './filters';
import { triggerOptions, USUAL_OPTIONS, type TriggerOptions } from './options';

/** The events that the trigger wants. */
export interface Subscription {
	/** Types from the list and custom types, each once. */
	types: string[];
	/** The realm that the trigger names. Empty for the credential's realm. */
	realmId: string;
}

/** An event type with a missing part would be another type, for which no event ever comes. */
const typesOf = (field: Field<string[]>) => optional({ ...field, isName: true });

const FIELDS = { events: typesOf(events), customEvents: typesOf(customEvents) };

/**
 * The user's settings. Each part is read only when needed, and all throw {@link Problem}, which names the
 * parameter.
 */
export class TriggerSettings {
	private readonly parameters: ParameterReader;

	/** @param itemIndex in an execution of the trigger */
	constructor(
		context: ParameterSource,
		private readonly itemIndex = 0,
	) {
		this.parameters = new ParameterReader(context, { isTrigger: true });
	}

	options(): TriggerOptions {
		return { ...USUAL_OPTIONS, ...this.parameters.ofCollection(triggerOptions)(this.itemIndex) };
	}

	/** The events and the realm of the trigger. */
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
