import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Effect } from '../api/request';
import { allFields, type Field, type FieldGroups, type Fields, saying } from '../fields/field';
import { number } from '../fields/number';
import { flag } from '../fields/text';
import { isRecord } from '../shared/json';
import {
	type Derived,
	derivedFields,
	modelFields,
	type OlderNames,
	olderNamesOf,
	simplifiedFields,
} from '../shared/record';
import { declaredFields, type ResponseShape, TELLING } from './response';

/**
 * The parameters with which a user chooses what an item has of a response. `isCut` is for a list with a limit.
 * `isAsSent` is for records that are those of a response.
 */
export function resultFields(
	response: ResponseShape<z.ZodTypeAny>,
	{ isCut, isAsSent }: { isCut: boolean; isAsSent: boolean },
): { parameters: Fields; additionalFields: Fields } {
	const record = formedRecord(response);
	const [identity] = (record && simplifiedFields(record)) ?? [];
	const forms: Fields =
		record && identity !== undefined
			? { simplify, output, fields: selectedFields(declaredFields(record) ?? [], identity) }
			: {};
	const isUnwrapped = isAsSent && (response.kind === 'list' || response.kind === 'data');
	return {
		parameters: { ...(isCut ? { returnAll, limit } : {}), ...forms },
		// So that the user can also get everything around the records.
		additionalFields: isUnwrapped ? { fullResponse: isCut ? fullListResponse : fullResponse } : {},
	};
}

const USUAL_LIMIT = 50;

const LIMIT = number('Limit', {
	description: 'Max number of results to return',
	default: USUAL_LIMIT,
	minimum: 1,
	isWhole: true,
});

/** Whether a list is read to its end. The wording is that of all n8n nodes. */
const returnAll: Field<boolean> = {
	...flag('Return All', { description: 'Whether to return all results or only up to a given limit' }),
	whenEmpty: false,
};

/** The most records of a list that are returned, if not all are. */
const limit: Field<number> = {
	...LIMIT,
	property: { ...LIMIT.property, displayOptions: { show: { returnAll: [false] } } },
	whenEmpty: USUAL_LIMIT,
};

/** For every operation that takes records out of the response, so that the user can also get the rest of it. */
const fullResponse = flag('Full Response', {
	description:
		'Whether to return the response as the service sent it, including paging details, instead of one item per record',
});

/** For a list that may be cut off. */
const fullListResponse = flag('Full Response', {
	description:
		'Whether to return each page as the service sent it, including paging details, instead of one item per record. Pages are not cut off at "Limit".',
});

const SIMPLIFY = flag('Simplify', {
	description: 'Whether to return a simplified version of the response instead of the raw data',
	default: true,
});

/** Whether an item has the simplified form of its record. The wording is that of all n8n nodes. */
const simplify: Field<boolean> = {
	...SIMPLIFY,
	property: { ...SIMPLIFY.property, displayOptions: { hide: { '@tool': [true] } } },
	whenEmpty: true,
};

/** The fields that a language model gets, if the node is the tool of an agent. */
const output: Field<'simplified' | 'raw' | 'selectedFields'> = {
	property: {
		displayName: 'Output',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Simplified', value: 'simplified', description: 'The fields that most agents need' },
			{
				name: 'Raw',
				value: 'raw',
				description: 'All fields, including personal data such as email addresses, wallets and notes',
			},
			{ name: 'Selected Fields', value: 'selectedFields', description: 'The fields you choose' },
		],
		default: 'simplified',
		description: 'Which fields to return to the model',
		displayOptions: { show: { '@tool': [true] } },
	},
	schema: z.enum(
		['simplified', 'raw', 'selectedFields'],
		saying('must be simplified, raw or selectedFields'),
	),
	isFixed: true,
	whenEmpty: 'simplified',
};

const MUST_BE_NAMES = saying('must be a list of field names');

/**
 * Selects the fields of a record that a language model gets. The field that identifies the record is always included.
 */
function selectedFields(names: readonly string[], identity: string): Field<string[]> {
	return {
		property: {
			displayName: 'Fields',
			type: 'multiOptions',
			noDataExpression: true,
			options: names
				.filter((name) => name !== identity)
				.map((name) => ({ name: titleOf(name), value: name }))
				.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1)),
			default: [],
			description: 'The fields to return to the model. The record ID is always included.',
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		},
		schema: z.array(z.string(MUST_BE_NAMES), MUST_BE_NAMES),
		isFixed: true,
		whenEmpty: [],
	};
}

/** `realmMemberId` as "Realm Member ID", `_count` as "Count". */
function titleOf(name: string): string {
	const words = name
		.replace(/^_+/, '')
		.split(/(?=[A-Z])/)
		.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
	return words
		.join(' ')
		.replace(/\bId\b/, 'ID')
		.replace(/\bUrl\b/, 'URL');
}

/** The fields of a record that an item has. */
export interface SimplifiedForm {
	names: readonly string[];
	/** The names that an older service uses for some of them. */
	olderNames: OlderNames;
	derived: Derived;
	/** The field of the item with the record, if it is not the item itself. */
	within?: string;
	/** Whether other fields must never be returned. */
	isStrict: boolean;
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
	if (!names) return undefined;
	if (effect === 'read') return tellingFirst(names);
	const fields = allFields(operation);
	const isSet = (name: string) => Object.hasOwn(fields, name);
	return tellingFirst([...new Set([...names, ...(declaredFields(record) ?? []).filter(isSet)])]);
}

/** The names with those first by which people tell records apart. */
const tellingFirst = (names: readonly string[]): string[] => [
	...TELLING.filter((name) => names.includes(name)),
	...names.filter((name) => !TELLING.includes(name)),
];

/** The simplified forms of an operation's records. Each is missing if the record has no such form. */
export interface Forms {
	forPeople?: SimplifiedForm;
	forModels?: SimplifiedForm;
}

export function formsOf(operation: Formed): Forms {
	const { response } = operation;
	const record = formedRecord(response);
	if (!record) return {};
	const within = response.kind === 'done' ? undefined : response.holds?.field;
	const [people, models] = [fieldsForPeople(operation), modelFields(record)];
	const shared = { olderNames: olderNamesOf(record), derived: derivedFields(record), within };
	return {
		forPeople: people && { ...shared, names: people, isStrict: false },
		forModels: models && { ...shared, names: models, isStrict: true },
	};
}

/**
 * The form of an item's records. `undefined` to leave them unchanged.
 *
 * @param values of the parameters of {@link resultFields}
 */
export function simplifiedFormOf(
	{ forms }: { forms: Forms },
	values: Readonly<Record<string, unknown>>,
	isForModel: boolean,
): SimplifiedForm | undefined {
	const { forPeople, forModels } = forms;
	if (values.fullResponse === true) return undefined;
	if (!isForModel) return values.simplify === false ? undefined : forPeople;
	if (values.output === 'raw') return undefined;
	if (!forModels || values.output !== 'selectedFields') return forModels;
	const { names } = forModels;
	return { ...forModels, names: [...new Set([...names.slice(0, 1), ...(values.fields as string[])])] };
}

/**
 * A record in its simplified form. A record with none of the fields is unexpected: a workflow gets it unchanged, and
 * a model gets a note.
 */
export function shorten(json: IDataObject, form: SimplifiedForm | undefined): IDataObject {
	if (!form) return json;
	const { names, olderNames, derived, within } = form;
	if (within !== undefined) {
		const held = json[within];
		// Without a record there, nothing is left out.
		if (!isRecord(held)) return json;
		return { ...json, [within]: shorten(held as IDataObject, { ...form, within: undefined }) };
	}
	const short: IDataObject = {};
	for (const name of names) {
		const given = Object.hasOwn(json, name) ? name : (olderNames[name] ?? name);
		const value = Object.hasOwn(json, given)
			? json[given]
			: (derived[name]?.(json) as IDataObject | undefined);
		if (value !== undefined) short[given] = value;
	}
	if (Object.keys(short).length > 0) return short;
	return form.isStrict ? { note: UNEXPECTED } : json;
}

/** The fields of a record that its form leaves out. */
export function besideForm(response: ResponseShape<z.ZodTypeAny>, { names }: SimplifiedForm): string[] {
	const record = formedRecord(response);
	const declared = (record && declaredFields(record)) ?? [];
	return declared.filter((name) => !names.includes(name));
}

const UNEXPECTED =
	'The response contains none of the fields that this tool may show. The "Output" of the tool decides which fields it shows.';

/** The record whose form is chosen: the one in the response, or the one inside that. */
export function formedRecord(response: ResponseShape<z.ZodTypeAny>): z.ZodTypeAny | undefined {
	return response.kind === 'done' ? undefined : (response.holds?.record ?? response.record);
}
