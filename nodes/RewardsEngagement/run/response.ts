import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { recordsIn } from '../api/records';
import { isRecord } from '../shared/json';
import { denies, isEmpty } from '../api/denials';

/**
 * How an operation's answer becomes items.
 * - `bare`: the body is the record
 * - `data`: the record sits in `data`
 * - `list`: `data` is a list, one item an element
 *
 * Each of these may hold a record of the service in one of its fields, `holds`, whose form a person chooses.
 * - `done`: the service most likely answers without a record. The item then confirms what was done, and the parameters
 *   `about` say to what. A `record` that is sent is given as it comes. `says` names words of the service, `beside` what the
 *   operation itself may add, and `sets` parameters whose values a person finds in the item, but no language model.
 */
export type ResponseShape<Schema extends z.ZodTypeAny> =
	| { kind: 'bare' | 'data' | 'list'; record: Schema; holds?: Held }
	| ({ kind: 'done'; confirm: 'success' | 'deleted'; about: readonly string[] } & DoneOptions);

interface DoneOptions {
	/** The field with words that the service may send. */
	says?: string;
	/** The fields that the operation itself may add. */
	beside?: z.ZodRawShape;
	/** Parameters with what was set: a workflow goes on with it, though the service answers nothing. */
	sets?: readonly string[];
	/** What the service sends, where that is known. */
	record?: z.ZodTypeAny;
}

/** A record in a field of another one. */
export interface Held {
	field: string;
	record: z.ZodTypeAny;
}

/** The record of an answer that is given as it came. */
export const anything = z.unknown();

export const bare = <S extends z.ZodTypeAny>(record: S, holds?: Held): ResponseShape<S> => ({
	kind: 'bare',
	record,
	holds,
});
export const inData = <S extends z.ZodTypeAny>(record: S): ResponseShape<S> => ({ kind: 'data', record });
export const listInData = <S extends z.ZodTypeAny>(record: S): ResponseShape<S> => ({ kind: 'list', record });

/** A change: `{ success: true }` with these parameters, or what the service sends. */
export const succeeded = (about: readonly string[], options?: DoneOptions): ResponseShape<never> => ({
	kind: 'done',
	confirm: 'success',
	about,
	...options,
});

/** A deletion: `{ deleted: true }` with these parameters, or what the service sends. */
export const deleted = (about: readonly string[], options?: DoneOptions): ResponseShape<never> => ({
	kind: 'done',
	confirm: 'deleted',
	about,
	...options,
});

/**
 * The item of a change that was answered without a record, with the values that were set. Any other item is given as it
 * is: the record that the service sent says itself what it holds now.
 *
 * @param values the operation's parameter values
 */
export function withWhatWasSet(
	shape: ResponseShape<z.ZodTypeAny>,
	json: IDataObject,
	values: Readonly<Record<string, unknown>>,
): IDataObject {
	if (shape.kind !== 'done' || json[shape.confirm] !== true) return json;
	const set = (shape.sets ?? []).filter((name) => values[name] !== undefined);
	return { ...Object.fromEntries(set.map((name) => [name, values[name]])), ...json } as IDataObject;
}

/** What of an answer holds one of these fields: itself, or its `data`, where the service wraps it. */
export function partWith(body: unknown, ...names: string[]): unknown {
	if (!isRecord(body) || !isRecord(body.data)) return body;
	return names.some((name) => Object.hasOwn(body, name)) ? body : body.data;
}

/** The names of a record's fields; `undefined` for one that may hold anything. */
export function declaredFields(schema: z.ZodTypeAny): string[] | undefined {
	const shape: unknown = Reflect.get(schema, 'shape');
	return isRecord(shape) ? Object.keys(shape) : undefined;
}

/**
 * The JSON of the items an answer gives. Never drops or changes what the service sent: a body of another shape than
 * expected is delivered as it is, and one that says no is not made a yes.
 *
 * @param body JSON value, `undefined` for an empty answer
 * @param values the operation's parameter values, for the id in a confirmation
 */
export function toJsonItems(
	shape: ResponseShape<z.ZodTypeAny>,
	body: unknown,
	values: Readonly<Record<string, unknown>>,
): IDataObject[] {
	if (shape.kind === 'done') {
		const sent = recordOf(body);
		return [sent ? toJson(sent) : confirmation(shape, body, values)];
	}
	const data = isRecord(body) && shape.kind !== 'bare' ? body.data : undefined;
	const records = shape.kind === 'list' ? recordsIn(body) : undefined;
	return records ? records.map(toJson) : [toJson(isRecord(data) ? data : body)];
}

/** What an answer says about itself. */
const WORDS = new Set(['status', 'statusCode', 'message', 'success', 'ok', 'deleted']);

/** The record that a change or a deletion was answered with, if any. */
function recordOf(body: unknown): Record<string, unknown> | undefined {
	if (!isRecord(body) || denies(body)) return undefined;
	if (isRecord(body.data) && !isEmpty(body.data)) return body.data;
	const isRecordItself = Object.keys(body).some((name) => !WORDS.has(name) && !isEmpty(body[name]));
	return isRecordItself ? body : undefined;
}

/** What was done and to what, in place of an answer that does not say it; and the words that were sent. */
function confirmation(
	{ confirm, about }: Extract<ResponseShape<never>, { kind: 'done' }>,
	body: unknown,
	values: Readonly<Record<string, unknown>>,
): IDataObject {
	const isYes = isRecord(body) ? !denies(body) : body === undefined || body === null;
	const given = about.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
	return { ...(isYes && { [confirm]: true }), ...Object.fromEntries(given), ...toJson(body) } as IDataObject;
}

/** n8n's items hold objects; anything else the service may send is kept under `value`. */
function toJson(value: unknown): IDataObject {
	if (value === undefined || value === null) return {};
	return (isRecord(value) ? value : { value }) as IDataObject;
}
