import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { denies, isEmpty, judge, WORDS } from '../api/outcome';
import { recordsIn } from '../api/records';
import { isRecord } from '../shared/json';

/**
 * How a response becomes items.
 * - `bare`: the body is the record
 * - `data`: the record is in `data`
 * - `list`: `data` is a list, with one item per element
 *
 * In each of these, the field named in `holds` may have a record of the service whose form a user chooses.
 * - `done`: the service most likely responds without a record. The item then confirms the action, with the parameters
 *   in `about`
 */
export type ResponseShape<Schema extends z.ZodTypeAny> =
	| { kind: 'bare' | 'data' | 'list'; record: Schema; holds?: Held }
	| ({ kind: 'done'; confirm: 'success' | 'deleted'; about: readonly string[] } & DoneOptions);

interface DoneOptions {
	/** The field with words that the service may send. */
	says?: string;
	/** The fields that the operation itself may add. */
	beside?: z.ZodRawShape;
	/** Fields of the body whose new values users get, even after an empty response. A language model does not. */
	sets?: readonly string[];
	/** The record that the service sends, if it is known. If it sends any, the item has it unchanged. */
	record?: z.ZodTypeAny;
}

/** A record in a field of another one. */
export interface Held {
	field: string;
	record: z.ZodTypeAny;
}

/** The record of a response that is returned unchanged. */
export const anything = z.unknown();

export function bare<S extends z.ZodTypeAny>(record: S, holds?: Held): ResponseShape<S> {
	return { kind: 'bare', record, holds };
}

export const inData = <S extends z.ZodTypeAny>(record: S): ResponseShape<S> => ({ kind: 'data', record });
export const listInData = <S extends z.ZodTypeAny>(record: S): ResponseShape<S> => ({ kind: 'list', record });

const done =
	(confirm: 'success' | 'deleted') =>
	(about: readonly string[], options?: DoneOptions): ResponseShape<never> => ({
		kind: 'done',
		confirm,
		about,
		...options,
	});

/** A change: `{ success: true }` with these parameters, or the record that the service sends. */
export const succeeded = done('success');

/** A deletion: `{ deleted: true }` with these parameters, or the record that the service sends. */
export const deleted = done('deleted');

/**
 * Adds the new values to the item of a change whose response has no record. Any other item is returned unchanged,
 * because the service's record already shows its new values.
 *
 * @param body of the request
 */
export function withWhatWasSet(
	shape: ResponseShape<z.ZodTypeAny>,
	json: IDataObject,
	body: Readonly<Record<string, unknown>> = {},
): IDataObject {
	if (shape.kind !== 'done' || json[shape.confirm] !== true) return json;
	const set = (shape.sets ?? []).filter((name) => body[name] !== undefined);
	return { ...Object.fromEntries(set.map((name) => [name, body[name]])), ...json } as IDataObject;
}

/** The fields by which people tell records apart, most telling first. */
export const TELLING: readonly string[] = ['displayName', 'name', 'email', 'username'];

/** A record without a simplified form. First come the fields by which people tell records apart, then in their order. */
export function arrange(json: IDataObject, shape: ResponseShape<z.ZodTypeAny>): IDataObject {
	const declared = shape.kind === 'done' ? undefined : declaredFields(shape.record);
	const arranged: IDataObject = {};
	for (const name of [...TELLING, ...(declared ?? [])])
		if (Object.hasOwn(json, name)) arranged[name] = json[name];
	return { ...arranged, ...json };
}

/** The part of a response with one of these fields: the body, or its `data` if the service wraps it. */
export function partWith(body: unknown, ...names: string[]): unknown {
	if (!isRecord(body) || !isRecord(body.data)) return body;
	return names.some((name) => Object.hasOwn(body, name)) ? body : body.data;
}

/** The names of a record's fields. `undefined` for a record that may have any. */
export function declaredFields(schema: z.ZodTypeAny): string[] | undefined {
	const shape: unknown = Reflect.get(schema, 'shape');
	return isRecord(shape) ? Object.keys(shape) : undefined;
}

/**
 * The JSON of a response's items. It never drops or changes data of the service. A body of an unexpected shape is
 * returned unchanged, and a denial never becomes a success.
 *
 * @param body JSON value, `undefined` for an empty response
 * @param values the operation's parameter values, for the ID in a confirmation
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

/** The record in the response to a change or a deletion, if any. */
function recordOf(body: unknown): Record<string, unknown> | undefined {
	if (!isRecord(body) || denies(body)) return undefined;
	if (isRecord(body.data) && !isEmpty(body.data)) return body.data;
	const isRecordItself = Object.keys(body).some((name) => !WORDS.has(name) && !isEmpty(body[name]));
	return isRecordItself ? body : undefined;
}

/** A confirmation for a response without a record: the action, its parameters, and the service's words. */
function confirmation(
	{ confirm, about }: Extract<ResponseShape<never>, { kind: 'done' }>,
	body: unknown,
	values: Readonly<Record<string, unknown>>,
): IDataObject {
	const isYes = isRecord(body) ? !denies(body) : body === undefined || body === null;
	const given = about.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
	return { ...(isYes && { [confirm]: true }), ...Object.fromEntries(given), ...toJson(body) } as IDataObject;
}

/** n8n's items are objects. Any other value from the service is put under `value`. */
function toJson(value: unknown): IDataObject {
	if (value === undefined || value === null) return {};
	return (isRecord(value) ? value : { value }) as IDataObject;
}

/** The part of a change's declaration that shows how a response confirms it. */
interface Change {
	response: ResponseShape<z.ZodTypeAny>;
	payment?: { balance?: string; currency: string };
	spends?: unknown;
}

/**
 * Returns whether the body of a success says that the change was made. The body or its `data` must confirm it, and
 * nothing in them may deny it. The outcome of an unconfirmed change with the effect `once` is unknown.
 */
export function confirmationOf({ response, payment, spends }: Change): (body: unknown) => boolean {
	if (response.kind === 'done')
		return (body) => isRecord(body) && body[response.confirm] === true && !denies(body);
	const declared = declaredFields(response.record);
	// A currency alone says nothing about a payment.
	const named = payment?.balance ? [payment.balance] : declared;
	const fields = named?.filter((name) => name !== payment?.currency);
	const movesPoints = payment !== undefined || spends !== undefined;
	const hasOwnData = declared?.includes('data');
	return (body) => {
		const isWrapped = !hasOwnData && isRecord(body) && body.data !== undefined;
		let isConfirmed = false;
		for (const part of (isWrapped ? [body, body.data] : [body]).flat()) {
			const verdict = judge(part, fields, movesPoints);
			if (verdict === 'denied') return false;
			isConfirmed ||= verdict === 'confirmed';
		}
		return isConfirmed;
	};
}
