import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { recordsIn } from '../api/records';
import { isRecord } from '../shared/json';
import { denies } from '../api/denials';

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
	const records = shape.kind === 'list' ? recordsIn(body) : undefined;
	return records ? records.map(toJson) : [toJson(isRecord(data) ? data : body)];
}

/** n8n's items hold objects; anything else the service may send is kept under `value`. */
function toJson(value: unknown): IDataObject {
	if (value === undefined || value === null) return {};
	return (isRecord(value) ? value : { value }) as IDataObject;
}
