import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isRecord } from '../shared/json';

/**
 * How an operation's answer becomes items.
 * - `bare`: the body is the record
 * - `data`: the record sits in `data`
 * - `list`: `data` is a list, one item an element
 * - `done`: the body says nothing; the item confirms what was done, naming the record by the parameter `idField`
 */
export type ResponseShape<Schema extends z.ZodTypeAny> =
	| { kind: 'bare' | 'data' | 'list'; record: Schema }
	| { kind: 'done'; confirm: 'success' | 'deleted'; idField: string };

/** The record of an answer that is given as it came. */
export const anything = z.unknown();

export const bare = <S extends z.ZodTypeAny>(record: S): ResponseShape<S> => ({ kind: 'bare', record });
export const inData = <S extends z.ZodTypeAny>(record: S): ResponseShape<S> => ({ kind: 'data', record });
export const listInData = <S extends z.ZodTypeAny>(record: S): ResponseShape<S> => ({ kind: 'list', record });

/** An update without an answer: `{ success: true, <idField> }`. */
export const succeeded = (idField: string): ResponseShape<never> => ({
	kind: 'done',
	confirm: 'success',
	idField,
});

/** A deletion: `{ deleted: true, <idField> }`. */
export const deleted = (idField: string): ResponseShape<never> => ({
	kind: 'done',
	confirm: 'deleted',
	idField,
});

/**
 * The JSON of the items an answer gives. Never drops what the service sent: a body of another shape than expected
 * is delivered as it is.
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
		const sent = isRecord(body) ? body : {};
		return [{ ...sent, [shape.confirm]: true, [shape.idField]: values[shape.idField] } as IDataObject];
	}
	const data = isRecord(body) && 'data' in body && shape.kind !== 'bare' ? body.data : body;
	if (shape.kind === 'list' && Array.isArray(data)) return data.map(toJson);
	return [toJson(data)];
}

/** n8n's items hold objects; anything else the service may send is kept under `value`. */
function toJson(value: unknown): IDataObject {
	if (value === undefined || value === null) return {};
	return (isRecord(value) ? value : { value }) as IDataObject;
}
