import type { IDataObject } from 'n8n-workflow';

import type { Fields } from '../fields/field';
import { output, selectedFields, simplify, type Output } from '../fields/simplify';
import { simplifiedFields } from '../shared/record';
import { declaredFields, type ResponseShape } from './response';
import type { z } from 'zod';

/** Of a record, the fields that an item holds. */
export interface ShortForm {
	names: readonly string[];
	/** Whether nothing else may be given, come what may. */
	isStrict: boolean;
}

/** The parameters that decide in which form a record is given; none where its record has no short form. */
export function formFields(response: ResponseShape<z.ZodTypeAny>): Fields {
	const names = simplifiedOf(response);
	const [identity] = names ?? [];
	if (response.kind === 'done' || identity === undefined) return {};
	return { simplify, output, fields: selectedFields(declaredFields(response.record) ?? [], identity) };
}

/**
 * The form in which an item's records are to be given; none for the form in which they come.
 *
 * @param values of the parameters of {@link formFields}
 */
export function shortFormOf(
	response: ResponseShape<z.ZodTypeAny>,
	values: Readonly<Record<string, unknown>>,
	isForModel: boolean,
): ShortForm | undefined {
	const names = simplifiedOf(response);
	if (!names || values.wholeResponse === true) return undefined;
	if (!isForModel) return values.simplify === false ? undefined : { names, isStrict: false };
	switch (values.output as Output | undefined) {
		case 'raw':
			return undefined;
		case 'selectedFields':
			return {
				names: [...new Set([...names.slice(0, 1), ...(values.fields as string[])])],
				isStrict: true,
			};
		default:
			return { names, isStrict: true };
	}
}

/**
 * A record in its short form. One that has none of the fields is something else than expected: a workflow gets it as it
 * came, a model is told so.
 */
export function shorten(json: IDataObject, form: ShortForm | undefined): IDataObject {
	if (!form) return json;
	const present = form.names.filter((name) => Object.hasOwn(json, name));
	if (present.length > 0) return Object.fromEntries(present.map((name) => [name, json[name]]));
	return form.isStrict ? { note: UNEXPECTED } : json;
}

const UNEXPECTED =
	'The service answered with none of the fields that this tool may show. The "Output" of the tool decides which those are.';

function simplifiedOf(response: ResponseShape<z.ZodTypeAny>): readonly string[] | undefined {
	return response.kind === 'done' ? undefined : simplifiedFields(response.record);
}
