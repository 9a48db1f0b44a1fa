import { isExpression } from 'n8n-workflow';

import { unsentProblem } from '../errors';
import { dateText } from '../shared/times';
import type { CredentialValue, Field } from './field';
import { mayHaveLostDigits } from './number';

/** A resource locator, as n8n stores it. */
interface Locator {
	__rl: unknown;
	value?: unknown;
	mode?: unknown;
	/** The name of the chosen record in the list. */
	cachedResultName?: unknown;
}

export function isLocator(value: object | null): value is Locator {
	return value !== null && '__rl' in value;
}

/** The value. For a resource locator, the value in it. */
export function plainValue(value: unknown): unknown {
	return typeof value === 'object' && isLocator(value) ? value.value : value;
}

/** Whether a parameter, as the user wrote it, is an expression or contains one. */
export function holdsExpression(written: unknown): boolean {
	if (typeof written !== 'object' || written === null) return isExpression(written);
	if (isLocator(written)) return holdsExpression(written.value) || holdsExpression(written.mode);
	return Object.values(written).some(holdsExpression);
}

/** True for undefined, null, NaN and blank text. */
export function isNothing(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null || Number.isNaN(value);
}

/** Texts of Luxon and moment for a date that is none, and of n8n for an execution or a workflow without an ID. */
const NO_MEANING = /Invalid (?:[Dd]ate|Duration|Interval)|__(?:UNKNOWN|EMPTY)__/;

/**
 * Texts of JavaScript and of spreadsheets for a missing value, or for a value without a text. Some are a part of other
 * words, and count only if they stand alone.
 */
const NO_TEXT = new RegExp(
	[
		NO_MEANING,
		/(?<![A-Za-z0-9])null(?![A-Za-z0-9])|(?:undefined|NaN)(?![A-Za-z0-9])/,
		/\[object \w+\]|#(?:N\/A|NAME\?|(?:CALC|DIV\/0|ERROR|NULL|NUM|REF|SPILL|VALUE)!)/,
		/^[\s\p{Cc}\p{Cf}]*$/u,
	]
		.map(({ source }) => source)
		.join('|'),
	'u',
);

/** Whether no person would write such a text, not even as a name. */
export function meansNothing(text: string): boolean {
	return NO_MEANING.test(text);
}

/** Whether the text of a value distinguishes it from others. */
export function hasText(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '' && !NO_TEXT.test(value);
	return typeof value === 'boolean' || Number.isFinite(value) || dateText(value) !== undefined;
}

/** Whether an expression gave nothing, or a list with an empty entry. */
export function isGap(given: unknown): boolean {
	const value = plainValue(given);
	return Array.isArray(value) ? value.some(isNothing) : isNothing(value);
}

/** Whether the value of an expression, or one of its list, is a text that says nothing in this field. */
export function saysNothing({ isName, needsText, allowsEmptyPart }: Field<unknown>, given: unknown): boolean {
	if (!isName && !needsText) return false;
	if (typeof given === 'string') return (allowsEmptyPart ? NO_MEANING : NO_TEXT).test(given);
	return Array.isArray(given) && given.some((one) => typeof one === 'string' && !hasText(one));
}

/** Where a value is used. */
export interface Surroundings {
	/** The credential's values that replace empty fields. */
	credential?: Readonly<Record<CredentialValue, string>>;
	/** Returns the time zone of the workflow. */
	timezone?: () => string;
	/** A trigger has no items. */
	isTrigger?: boolean;
}

/** A field where the user filled it in. */
export interface Place {
	field: Field<unknown>;
	/** Its place among the parameters, such as `options.retries`. */
	path: string;
	/** The label of the collection that it is a member of. */
	within?: string;
}

/**
 * The value that an operation gets for a field, which may be empty. A member that a user adds to a collection and
 * leaves empty may be meant as an empty text.
 *
 * @param given without expressions
 * @throws {Problem} naming the field and what is wrong with it
 */
export function valueOf({ field, within }: Place, given: unknown, around: Surroundings): unknown {
	const { property, isGuard, optional } = field;
	const chosen = typeof given === 'object' && isLocator(given) ? given : undefined;
	const value = chosen ? chosen.value : given;
	const mayBeText = within !== undefined && !isGuard && !optional;
	if (mayBeText || !isNothing(value)) return checkValue(field, value, around, chosen?.mode);
	if (within === undefined || !isGuard) return meaningOfEmpty(field, around);
	throw unsentProblem(
		`"${property.displayName}" is empty`,
		`Fill in "${property.displayName}", or remove it from "${within}". Nothing was sent.`,
	);
}

/** @throws {Problem} if the field must have a value */
function meaningOfEmpty(field: Field<unknown>, around: Surroundings): unknown {
	const { property, fallback, optional, whenEmpty } = field;
	const { displayName } = property;
	const held = fallback && around.credential?.[fallback];
	if (held) return checkValue(field, held, around);
	if (!fallback && whenEmpty !== undefined) return whenEmpty;
	if (optional) return undefined;
	throw fallback
		? unsentProblem(
				`"${displayName}" is required: enter it here or in the credential`,
				`Fill in "${displayName}" in one of them. Nothing was sent.`,
			)
		: unsentProblem(`"${displayName}" is empty`, `Fill in "${displayName}". Nothing was sent.`);
}

const LIST = 'is a list. Add a Split Out node before this node, so that each item has one value.';

/**
 * Checks a value with the schema of its field. This is the only place that turns zod's issues into messages.
 *
 * @param mode of the resource locator that has the value
 * @returns the value to use
 * @throws {Problem} naming the field and what is wrong with the value
 */
export function checkValue<T>(field: Field<T>, value: unknown, around: Surroundings, mode?: unknown): T {
	const { timezone, isTrigger } = around;
	const { byMode = {}, modeOf, schemaIn } = field;
	// A name replaces the ID of a record until it is looked up.
	const nameMode = Object.hasOwn(byMode, String(mode)) ? String(mode) : modeOf?.(value);
	const ofName = nameMode === undefined ? undefined : byMode[nameMode];
	const schema = ofName ?? (timezone && schemaIn?.(timezone())) ?? field.schema;
	const { success, data, error } = schema.safeParse(value);
	if (success) return data as T;
	const { displayName, typeOptions } = field.property;
	const isListOfNames = field.isName === true && Array.isArray(value) && !isTrigger;
	const wrong = isListOfNames ? LIST : error.issues[0]!.message;
	// The messages of a trigger go to n8n's log, and its expression may have read an unverified request.
	const isQuoted = !isTrigger && !typeOptions?.password && wrong.startsWith('must');
	const correct = mayHaveLostDigits(value) ? 'Make it text where it comes from, or correct' : 'Correct';
	// A message about the value itself starts with the value.
	if (wrong.startsWith('"')) throw unsentProblem(wrong, `${correct} "${displayName}". Nothing was sent.`);
	throw unsentProblem(
		`"${displayName}" ${wrong}${isQuoted ? `, but is ${quote(value)}` : ''}`,
		`${correct} "${displayName}". Nothing was sent.`,
	);
}

/** Quotes the start of any value, JSON or not. */
function quote(value: unknown): string {
	const words = wordsFor(value);
	return words.length > 80 ? `${words.slice(0, 80)}…` : words;
}

function wordsFor(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	try {
		return JSON.stringify(value) ?? `a ${typeof value}`;
	} catch {
		return 'an object that is not JSON';
	}
}
