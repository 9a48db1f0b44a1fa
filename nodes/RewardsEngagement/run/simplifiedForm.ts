import type { IDataObject } from 'n8n-workflow';

import type { Effect } from '../api/request';
import { allFields, type FieldGroups, type Fields } from '../fields/field';
import { output, selectedFields, simplify, type Output } from '../fields/simplify';
import { isRecord } from '../shared/json';
import { modelFields, olderNamesOf, simplifiedFields, type OlderNames } from '../shared/record';
import { declaredFields, type ResponseShape } from './response';
import type { z } from 'zod';

/** The fields of a record that an item has. */
export interface SimplifiedForm {
	names: readonly string[];
	/** The names that an older service uses for some of them. */
	olderNames: OlderNames;
	/** The field of the item with the record, if it is not the item itself. */
	within?: string;
	/** Whether other fields must never be returned. */
	isStrict: boolean;
}

/** The parameters for the form of a record. Empty if its record has no simplified form. */
export function formFields(response: ResponseShape<z.ZodTypeAny>): Fields {
	const record = formedRecord(response);
	const [identity] = (record && simplifiedFields(record)) ?? [];
	if (!record || identity === undefined) return {};
	return { simplify, output, fields: selectedFields(declaredFields(record) ?? [], identity) };
}

/** The parts of an operation that decide the form of its records. Without an effect, the operation changes nothing. */
export interface Formed extends FieldGroups {
	response: ResponseShape<z.ZodTypeAny>;
	effect?: Effect;
}

/**
 * The fields of a record that users get with *Simplify*. `undefined` if it has no such form. For a change they
 * include the fields that it can set, because a user looks for a new value in the result.
 */
export function fieldsForPeople(operation: Formed): readonly string[] | undefined {
	const record = formedRecord(operation.response);
	const names = record && simplifiedFields(record);
	const { effect = 'read' } = operation;
	if (!names || effect === 'read') return names;
	const fields = allFields(operation);
	const isSet = (name: string) => Object.hasOwn(fields, name);
	return [...new Set([...names, ...(declaredFields(record) ?? []).filter(isSet)])];
}

/**
 * The form of an item's records. `undefined` to leave them unchanged.
 *
 * @param values of the parameters of {@link formFields}
 */
export function simplifiedFormOf(
	operation: Formed,
	values: Readonly<Record<string, unknown>>,
	isForModel: boolean,
): SimplifiedForm | undefined {
	const { response } = operation;
	const record = formedRecord(response);
	const names = record && (isForModel ? modelFields(record) : fieldsForPeople(operation));
	if (!names || values.fullResponse === true) return undefined;
	const within = response.kind === 'done' ? undefined : response.holds?.field;
	const olderNames = olderNamesOf(record);
	const form = { names, olderNames, within, isStrict: isForModel };
	if (!isForModel) return values.simplify === false ? undefined : form;
	switch (values.output as Output | undefined) {
		case 'raw':
			return undefined;
		case 'selectedFields':
			return { ...form, names: [...new Set([...names.slice(0, 1), ...(values.fields as string[])])] };
		default:
			return form;
	}
}

/**
 * A record in its simplified form. A record with none of the fields is unexpected: a workflow gets it unchanged, and
 * a model gets a note.
 */
export function shorten(json: IDataObject, form: SimplifiedForm | undefined): IDataObject {
	if (!form) return json;
	if (form.within !== undefined) return shortenWithin(json, form.within, form);
	const { names, olderNames } = form;
	const asGiven = names.map((name) => (Object.hasOwn(json, name) ? name : (olderNames[name] ?? name)));
	const present = asGiven.filter((name) => Object.hasOwn(json, name));
	if (present.length > 0) return Object.fromEntries(present.map((name) => [name, json[name]]));
	return form.isStrict ? { note: UNEXPECTED } : json;
}

/** Simplifies the record in a field. Without a record there, nothing is left out. */
function shortenWithin(json: IDataObject, field: string, form: SimplifiedForm): IDataObject {
	const held = json[field];
	if (!isRecord(held)) return json;
	return { ...json, [field]: shorten(held as IDataObject, { ...form, within: undefined }) };
}

/** The fields of a record that its form leaves out. */
export function besideForm(response: ResponseShape<z.ZodTypeAny>, { names }: SimplifiedForm): string[] {
	const record = formedRecord(response);
	const declared = (record && declaredFields(record)) ?? [];
	return declared.filter((name) => !names.includes(name));
}

const UNEXPECTED =
	'The response contains none of the fields that this tool may show. The "Output" of the tool decides which fields it shows.';

/** Whether a user can choose the form of a record, and with it the fields that a model gets. */
export function hasForms(response: ResponseShape<z.ZodTypeAny>): boolean {
	const record = formedRecord(response);
	return record !== undefined && simplifiedFields(record) !== undefined;
}

/** The record whose form is chosen: the one in the response, or the one inside that. */
export function formedRecord(response: ResponseShape<z.ZodTypeAny>): z.ZodTypeAny | undefined {
	return response.kind === 'done' ? undefined : (response.holds?.record ?? response.record);
}
