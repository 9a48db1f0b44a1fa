import {
	isExpression,
	type IExecuteFunctions,
	type IGetNodeParameterOptions,
	type INodeProperties,
} from 'n8n-workflow';
import type { z } from 'zod';

import { InvalidParameter } from '../errors/invalidParameter';
import { isRecord } from '../shared/json';
import { codeOf, composedIn, refuseGaps, type Composed } from './composedText';
import type { Field } from './field';
import { givenCollection, givenValue, gaveNoValue, holdsExpression, isNothing, plainValue } from './given';
import { hasText } from './keyText';

/** A place where a node's parameters are read once, without items: hooks, webhooks, polls. */
export interface ParameterContext {
	getNodeParameter(name: string, fallback: unknown, options?: IGetNodeParameterOptions): unknown;
	/** Every n8n has it in all of these places, but promises it in webhooks and executions alone. */
	evaluateExpression?(expression: string, itemIndex: number): unknown;
}

/** As the panel shows a parameter. A collection names its members under `options`. */
export interface ShownParameter extends Pick<INodeProperties, 'name' | 'displayName' | 'default'> {
	type?: INodeProperties['type'];
	options?: INodeProperties['options'];
	/** It says what is acted on, as every resource locator does. */
	isName?: boolean;
	/** As a field says it. By default every part of a text may be empty. */
	allowsEmptyPart?: Field<unknown>['allowsEmptyPart'];
}

const NEVER = () => false;
const ALWAYS = () => true;

/** A parameter of a trigger that is declared as a field. */
export function shownAs(
	name: string,
	{ property, isName, allowsEmptyPart = NEVER }: Field<unknown>,
): ShownParameter {
	return { ...property, name, isName, allowsEmptyPart };
}

/** The same place in an execution, for one item. */
export function atItem(context: IExecuteFunctions, itemIndex: number): ParameterContext {
	return {
		getNodeParameter: (name, fallback, options) =>
			context.getNodeParameter(name, itemIndex, fallback, options),
		evaluateExpression: (expression) => context.evaluateExpression(expression, itemIndex),
	};
}

/**
 * Reads one parameter of a node without items. What is read is what was written: an expression that gives nothing is
 * refused wherever it stands (in a resource locator, a list, a member of a collection, a part of a text), and never
 * taken for an empty field.
 *
 * @returns the value; a resource locator's own, a collection as an object of what was added to it
 * @throws {InvalidParameter} naming the field, also when n8n cannot evaluate it
 */
export function readParameter(context: ParameterContext, shown: ShownParameter): unknown {
	const written = writtenOf(context, shown);
	if (shown.type !== 'collection') return resolved(context, shown, shown.name, written);
	const members = membersOf(shown);
	const added = isExpression(written) ? wholeCollection(context, shown, written) : written;
	return Object.fromEntries(
		members
			.filter(({ name }) => isRecord(added) && Object.hasOwn(added, name))
			.map((member) => [member.name, readMember(context, shown, member)]),
	);
}

/**
 * Reads one member of a collection, and evaluates no other.
 *
 * @returns `undefined` when it was not added
 * @throws {InvalidParameter} as {@link readParameter}
 */
export function readMember(
	context: ParameterContext,
	collection: ShownParameter,
	member: ShownParameter,
): unknown {
	const written = writtenOf(context, collection);
	if (!isExpression(written)) {
		const own = isRecord(written) ? written[member.name] : undefined;
		return resolved(context, member, `${collection.name}.${member.name}`, own);
	}
	const given = wholeCollection(context, collection, written);
	if (!Object.hasOwn(given, member.name)) return undefined;
	return withText(member, givenValue(member.displayName, written, given[member.name]));
}

/**
 * Checks what was read.
 *
 * @param kind begins the message, if the name alone does not say what it is of
 * @returns `undefined` for a field that was left empty
 * @throws {InvalidParameter} saying what is wrong with it
 */
export function checkValue<T>(
	displayName: string,
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	value: unknown,
	kind = '',
): T | undefined {
	if (isNothing(value)) return undefined;
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw new InvalidParameter(
		`${kind}"${displayName}" ${result.error.issues[0]?.message ?? 'is not valid'}`,
		`Correct "${displayName}".`,
	);
}

function writtenOf(context: ParameterContext, shown: ShownParameter): unknown {
	return context.getNodeParameter(shown.name, shown.default ?? '', { rawExpressions: true });
}

function membersOf({ options }: ShownParameter): ShownParameter[] {
	return (options ?? []) as INodeProperties[];
}

function wholeCollection(
	context: ParameterContext,
	shown: ShownParameter,
	written: string,
): Readonly<Record<string, unknown>> {
	const given = evaluated(shown, () => valueAt(context, shown.name));
	const names = membersOf(shown).map(({ name }) => name);
	return givenCollection(shown.displayName, names, written, given);
}

/** What came of a value that is no collection. */
function resolved(context: ParameterContext, shown: ShownParameter, path: string, written: unknown): unknown {
	if (!holdsExpression(written)) return plainValue(written);
	const { displayName } = shown;
	const given = evaluated(shown, () => valueAt(context, path));
	// An empty list that somebody chose is not one that an expression came to.
	const isEmptyList = Array.isArray(shown.default) && Array.isArray(given) && given.length === 0;
	const value = givenValue(displayName, written, isEmptyList ? undefined : given);
	for (const chunks of composedIn(written)) {
		const parts = chunks.map((chunk) => {
			if (chunk.type === 'text') return { text: chunk.text };
			const code = codeOf(chunk);
			return { code, value: evaluated(shown, () => context.evaluateExpression?.(code, 0)) };
		});
		refuseGaps(composedOf(shown), parts);
	}
	return withText(shown, value);
}

function composedOf(shown: ShownParameter): Composed {
	const { displayName, type = 'string', allowsEmptyPart = type === 'string' ? ALWAYS : NEVER } = shown;
	return { displayName, isName: isNameOf(shown), allowsEmptyPart };
}

function isNameOf({ type, isName = type === 'resourceLocator' }: ShownParameter): boolean {
	return isName;
}

/** JavaScript writes words for what is not there: a filter for "quest-undefined" would keep out everything, unseen. */
function withText(shown: ShownParameter, value: unknown): unknown {
	const isWithout = (part: unknown) => typeof part === 'string' && !hasText(part);
	if (isNameOf(shown) && [value].flat().some(isWithout)) throw gaveNoValue(shown.displayName);
	return value;
}

/** Our own schemas check it. */
function valueAt(context: ParameterContext, path: string): unknown {
	return context.getNodeParameter(path, '', { skipValidation: true });
}

function evaluated<T>({ displayName }: ShownParameter, evaluate: () => T): T {
	const outcome = attempt(evaluate);
	if ('value' in outcome) return outcome.value;
	throw new InvalidParameter(
		`"${displayName}" is an expression that cannot be evaluated here`,
		`Correct the expression. A trigger has no item that it could look at before an event comes. n8n says: ${outcome.reason}`,
	);
}

function attempt<T>(work: () => T): { value: T } | { reason: string } {
	try {
		return { value: work() };
	} catch (thrown) {
		return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
	}
}
