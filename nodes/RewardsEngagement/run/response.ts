import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isRecord } from '../shared/json';

/**
 * How an operation's answer becomes items.
 * - `bare`: the body is the record
 * - `data`: the record sits in `data`
 * - `list`: `data` is a list, one item an element
 *
 * Each of these may hold a record of the service in one of its fields, `holds`, whose form a person chooses.
 * - `done`: the body says nothing, or only the words `says`; the item confirms what was done, naming the record by the
 *   parameter `idField`; `beside` is what the operation itself may put beside that
 */
export type ResponseShape<Schema extends z.ZodTypeAny> =
	| { kind: 'bare' | 'data' | 'list'; record: Schema; holds?: Held }
	| { kind: 'done'; confirm: 'success' | 'deleted'; idField: string; says?: string; beside?: z.ZodRawShape };

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

/** An update without an answer: `{ success: true, <idField> }`, and what the operation puts beside it. */
export const succeeded = (idField: string, beside?: z.ZodRawShape): ResponseShape<never> => ({
	kind: 'done',
	confirm: 'success',
	idField,
	beside,
});

/** A deletion: `{ deleted: true, <idField> }`, and the words of the service in `says`, where it answers with any. */
export const deleted = (idField: string, says?: string): ResponseShape<never> => ({
	kind: 'done',
	confirm: 'deleted',
	idField,
	says,
});

/**
 * Whether a success says that a change was made: the answer, or its `data`, holds at least one field of the declared
 * record, and nothing in it says no. A change that a repeat would double and that is not confirmed may or may not have
 * been made.
 *
 * @param body JSON value
 */
export function confirms(shape: ResponseShape<z.ZodTypeAny>, body: unknown): boolean {
	if (shape.kind === 'done') return isRecord(body) && body[shape.confirm] === true && !denies(body);
	const declared = declaredFields(shape.record);
	const data = isRecord(body) && !declared?.includes('data') ? body.data : undefined;
	if (denies(body) || denies(data)) return false;
	const records = [body, data].flatMap((value) => value);
	// Of what nobody has declared, a plain yes is all there may be, and one no is one too many.
	if (!declared && records.some(denies)) return false;
	return records.some(
		(value) =>
			isRecord(value) && !denies(value) && (holdsOneOf(declared, value) || (!declared && isYes(value))),
	);
}

const isYes = ({ success, ok }: Record<string, unknown>) => success === true || ok === true;

const isNo = (value: unknown) => /^(false|no|0)$/i.test(wordOf(value));

/** What stands in an answer as a word; nothing for an object, whose text may be of any making. */
const wordOf = (value: unknown) =>
	typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : `${value as number}`;

/** Whether an answer says, whatever its status, that it was not done. */
export function denies(value: unknown): boolean {
	if (!isRecord(value)) return value === false;
	return Object.entries(value).some(([name, held]) => isDenial(name.toLowerCase(), held));
}

/** What of an answer holds one of these fields: itself, or its `data`, where the service wraps it. */
export function partWith(body: unknown, ...names: string[]): unknown {
	if (!isRecord(body) || !isRecord(body.data)) return body;
	return names.some((name) => Object.hasOwn(body, name)) ? body : body.data;
}

/** Whether the answer to a removal says, whatever its status, that nothing was removed. */
export function deniesRemoval(body: unknown): boolean {
	return denies(body) || (isRecord(body) && body.deleted === false);
}

function isDenial(name: string, held: unknown): boolean {
	if (name === 'success' || name === 'ok') return isNo(held);
	if (ERROR.test(name)) return !isEmpty(held);
	return (name === 'status' || name === 'statuscode') && NOT_DONE.test(wordOf(held));
}

/** Names, in lower case, under which an answer says what went wrong. */
const ERROR = /^errors?$|^error[_-]?(code|description|details|message|reason|type)$/;

/** Status words of what was not done, or not yet; and the HTTP statuses of errors, in an answer that has another. */
const NOT_DONE =
	/^(queued|fail|failed|failure|unsuccessful|error|invalid|not[_ -]?found|rejected|declined|denied|forbidden|refused|aborted|cancell?ed|[45]\d\d)$/i;

function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '' || value === false || value === 0;
}

/** The names of a record's fields; `undefined` for one that may hold anything. */
export function declaredFields(schema: z.ZodTypeAny): string[] | undefined {
	const shape: unknown = Reflect.get(schema, 'shape');
	return isRecord(shape) ? Object.keys(shape) : undefined;
}

/** A status or message alone may be of anything, such as of a request that waits. */
function holdsOneOf(fields: string[] | undefined, value: Record<string, unknown>): boolean {
	return Object.keys(value).some(
		(name) =>
			!['status', 'statusCode', 'message', 'success', 'ok'].includes(name) &&
			(fields?.includes(name) ?? true) &&
			// A list that is declared may be empty, such as the winners of a draw without entries.
			(['number', 'boolean'].includes(typeof value[name]) ||
				(fields !== undefined && Array.isArray(value[name])) ||
				!isEmpty(value[name])),
	);
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
		const sent = toJson(body);
		const saysNothingElse = isRecord(body) ? !denies(body) : body === undefined || body === null;
		return [
			{
				...(saysNothingElse && { [shape.confirm]: true }),
				[shape.idField]: values[shape.idField],
				...sent,
			} as IDataObject,
		];
	}
	const data = isRecord(body) && shape.kind !== 'bare' ? body.data : undefined;
	// A list without records, as some services write it.
	if (shape.kind === 'list' && data === null && isRecord((body as Record<string, unknown>).meta)) return [];
	if (shape.kind === 'list' && Array.isArray(data ?? body)) return ((data ?? body) as unknown[]).map(toJson);
	return [toJson(isRecord(data) ? data : body)];
}

/** n8n's items hold objects; anything else the service may send is kept under `value`. */
function toJson(value: unknown): IDataObject {
	if (value === undefined || value === null) return {};
	return (isRecord(value) ? value : { value }) as IDataObject;
}
