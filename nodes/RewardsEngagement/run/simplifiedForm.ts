import type { IDataObject } from 'n8n-workflow';

import type { Effect } from '../api/request';
import { allFields, type FieldGroups, type Fields } from '../fields/field';
import { output, selectedFields, simplify, type Output } from '../fields/simplify';
import { isRecord } from '../shared/json';
import { modelFields, olderNamesOf, simplifiedFields, type OlderNames } from '../shared/record';
import { declaredFields, type ResponseShape } from './response';
import type { z } from 'zod';

/** Of a record, the fields that an item holds. */
export interface SimplifiedForm {
	names: readonly string[];
	/** What of them a service of an older kind calls otherwise. */
	olderNames: OlderNames;
	/** The field of the item that holds the record, where it is not the item itself. */
	within?: string;
	/** Whether nothing else may be given, come what may. */
	isStrict: boolean;
}

/** The parameters that decide in which form a record is given; none where its record has no simplified form. */
export function formFields(response: ResponseShape<z.ZodTypeAny>): Fields {
	const record = formedRecord(response);
	const [identity] = (record && simplifiedFields(record)) ?? [];
	if (!record || identity === undefined) return {};
	return { simplify, output, fields: selectedFields(declaredFields(record) ?? [], identity) };
}

/** What of an operation decides in which form its records are given. One without an effect changes nothing. */
export interface Formed extends FieldGroups {
	response: ResponseShape<z.ZodTypeAny>;
	effect?: Effect;
}

/**
 * The fields that a person gets of a record under *Simplify*; none where it has no such form. A change also shows what it
 * can set: somebody who sets a value looks for it in the answer.
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
 * The form in which an item's records are to be given; none for the form in which they come.
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
 * A record in its simplified form. One that has none of the fields is something else than expected: a workflow gets it as it
 * came, a model is told so.
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

/** Simplifies the record in a field. Where there is none, nothing is left out. */
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
	'The service answered with none of the fields that this tool may show. The "Output" of the tool decides which those are.';

/** Whether a person chooses in which form a record is given, and so what of it a model is handed. */
export function hasForms(response: ResponseShape<z.ZodTypeAny>): boolean {
	const record = formedRecord(response);
	return record !== undefined && simplifiedFields(record) !== undefined;
}

/** The record whose form is chosen: the one of the answer, or the one that it holds. */
export function formedRecord(response: ResponseShape<z.ZodTypeAny>): z.ZodTypeAny | undefined {
	return response.kind === 'done' ? undefined : (response.holds?.record ?? response.record);
}
