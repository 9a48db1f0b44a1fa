import {
	isExpression,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeProperties,
	type IWebhookFunctions,
} from 'n8n-workflow';
import type { z } from 'zod';

import { InvalidParameter } from '../errors/invalidParameter';
import { allEvents, customEvents, events } from '../resources/event/fields';
import { idSchema } from '../fields/text';
import { triggerOptionsSchema, type TriggerOptions } from './options';
import { triggerProperties } from './properties';

/** Which events the trigger wants. */
export interface Subscription {
	/** Those chosen from the list and the custom ones, each once. */
	types: string[];
	/** The realm that the trigger names, or an empty string: then it is the credential's. */
	realmId: string;
}

/** Reads one parameter of the trigger, as it is written or with its expressions resolved. */
type ReadParameter = (name: string, fallback: unknown, options?: { rawExpressions: true }) => unknown;

/**
 * The trigger's options.
 *
 * @param itemIndex the item that expressions are about, inside an execution
 * @throws {InvalidParameter} naming the option
 */
export function triggerOptionsOf(context: IHookFunctions | IWebhookFunctions): TriggerOptions;
export function triggerOptionsOf(context: IExecuteFunctions, itemIndex: number): TriggerOptions;
export function triggerOptionsOf(
	context: IHookFunctions | IWebhookFunctions | IExecuteFunctions,
	itemIndex?: number,
): TriggerOptions {
	const read: ReadParameter =
		itemIndex === undefined
			? readerOf(context as IHookFunctions)
			: (name, fallback, options) =>
					(context as IExecuteFunctions).getNodeParameter(name, itemIndex, fallback, options);
	return check('options', triggerOptionsSchema, given(read, 'options', {}) ?? {});
}

/**
 * What the trigger listens to.
 *
 * @throws {InvalidParameter} naming the parameter
 */
export function subscriptionOf(context: IHookFunctions | IWebhookFunctions): Subscription {
	const read = readerOf(context);
	const chosen = check('events', events.schema, given(read, 'events', []) ?? []);
	const custom = check('customEvents', customEvents.schema, given(read, 'customEvents', '') ?? '');
	const realmId = given(read, 'realmId', '');
	return {
		types: allEvents(chosen, custom),
		realmId: isNothing(realmId) ? '' : check('realmId', idSchema, realmId),
	};
}

function readerOf(context: IHookFunctions | IWebhookFunctions): ReadParameter {
	return (name, fallback, options) => context.getNodeParameter(name, fallback, options);
}

/** A parameter's value, in which no expression gave nothing: that would be taken for a field left empty. */
function given(read: ReadParameter, name: string, fallback: unknown): unknown {
	const written = read(name, fallback, { rawExpressions: true });
	const value = resolved(read, name, fallback, written);
	refuseNothing(written, value, [name]);
	return value;
}

function resolved(read: ReadParameter, name: string, fallback: unknown, written: unknown): unknown {
	const outcome = attempt(() => read(name, fallback));
	if ('value' in outcome) return outcome.value;
	const members = typeof written === 'object' && written !== null ? Object.keys(written) : [];
	const member = members.find((key) => 'reason' in attempt(() => read(`${name}.${key}`, fallback)));
	throw new InvalidParameter(
		`"${shownName([name, member ?? ''])}" is an expression that cannot be evaluated here`,
		`Correct the expression. n8n says: ${outcome.reason}`,
	);
}

function attempt(work: () => unknown): { value: unknown } | { reason: string } {
	try {
		return { value: work() };
	} catch (thrown) {
		return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
	}
}

function refuseNothing(written: unknown, value: unknown, path: string[]): void {
	if (isExpression(written)) {
		if (!isNothing(value)) return;
		const name = shownName(path);
		throw new InvalidParameter(
			`"${name}" is an expression that gave no value`,
			`Correct the expression, or clear "${name}" if it is meant to be left empty.`,
		);
	}
	if (typeof written !== 'object' || written === null) return;
	const held = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
	for (const [key, part] of Object.entries(written)) refuseNothing(part, held[key], [...path, key]);
}

/** A value that an expression without a result leaves: in a list of event types, a place with no type. */
function isNothing(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0 || value.some(isNothing);
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && /^\s*$|^\s*,|,\s*(,|$)/.test(value))
	);
}

function check<T>(name: string, schema: z.ZodType<T, z.ZodTypeDef, unknown>, value: unknown): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const shown = shownName([name, ...(issue?.path ?? []).map(String)]);
	throw new InvalidParameter(`"${shown}" ${issue?.message ?? 'is not valid'}`, `Correct "${shown}".`);
}

/** The name in the panel: the option's for a member of the options. */
function shownName([name = '', member = '']: string[]): string {
	const property = triggerProperties.find((known) => known.name === name);
	const options = (property?.options ?? []) as INodeProperties[];
	const option = property?.type === 'collection' && options.find((known) => known.name === member);
	return (option || property)?.displayName ?? name;
}
