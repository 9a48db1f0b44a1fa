import type { INodeProperties } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import type { Field } from '../fields/field';
import { checkValue, readParameter, shownAs, type ParameterContext } from '../fields/readParameter';
import { realmId } from '../fields/realm';
import { allEvents, customEvents, events } from '../resources/event/fields';
import { triggerOptions, triggerOptionsSchema, type TriggerOptions } from './options';

/** Which events the trigger wants. */
export interface Subscription {
	/** Those chosen from the list and the custom ones, each once. */
	types: string[];
	/** The realm that the trigger names, or an empty string: then it is the credential's. */
	realmId: string;
}

/**
 * The trigger's options.
 *
 * @throws {InvalidParameter} naming the option
 */
export function triggerOptionsOf(context: ParameterContext): TriggerOptions {
	const result = triggerOptionsSchema.safeParse(readParameter(context, triggerOptions));
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const known = (triggerOptions.options as INodeProperties[]).find(({ name }) => name === issue?.path[0]);
	const { displayName } = known ?? triggerOptions;
	throw new InvalidParameter(
		`"${displayName}" ${issue?.message ?? 'is not valid'}`,
		`Correct "${displayName}".`,
	);
}

/**
 * What the trigger listens to.
 *
 * @throws {InvalidParameter} naming the parameter
 */
export function subscriptionOf(context: ParameterContext): Subscription {
	const read = <T>(name: string, field: Field<T>): T | undefined =>
		checkValue(field.property.displayName, field.schema, readParameter(context, shownAs(name, field)));
	// An event type with a gap is another one, which nothing is ever sent for.
	const named = (name: string, field: Field<string[]>) => read(name, { ...field, isName: true });
	return {
		types: allEvents(named('events', events), named('customEvents', customEvents)),
		realmId: read('realmId', realmId) ?? '',
	};
}
