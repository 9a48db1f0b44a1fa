import { unsentProblem } from '../errors';
import { isRecord } from '../shared/json';
import { type Field, type Fields, optional, reading, type Reading } from './field';
import { copyAsJson, jsonObject, type JsonText } from './jsonObject';
import { readId } from './text';
import { isNothing } from './value';

type Metadata = Record<string, unknown>;

const TEXT_ONLY =
	'A value is text. For a number or true, use an expression such as {{ 5 }}, or "Metadata (JSON)".';

/** Metadata as rows. A value keeps its type, so "007" is text, and an expression may give a number. */
function rows(description: string): Field<Metadata | undefined> {
	return {
		property: {
			displayName: 'Metadata',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Value',
			default: {},
			description: `${description}. ${TEXT_ONLY}`,
			options: [
				{
					displayName: 'Value',
					name: 'keyvalue',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							description: 'The name of the value. Each name may occur once.',
							placeholder: 'e.g. city',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							description: TEXT_ONLY,
							placeholder: 'e.g. Lisbon',
						},
					],
				},
			],
		},
		schema: reading(readRows),
		optional: true,
		allowsEmptyPart: () => true,
		rowName: 'name',
		addsTo: 'metadata',
		sample: { keyvalue: [{ name: 'Row', value: 'of metadata' }] },
	};
}

function readRows(given: unknown): Reading<Metadata | undefined> {
	const copy = copyAsJson<unknown>(given);
	if ('wrong' in copy) return copy;
	const { keyvalue = [], ...others } = isRecord(copy.value) ? copy.value : { keyvalue: undefined, given };
	if (!Array.isArray(keyvalue) || !keyvalue.every(isRecord) || Object.keys(others).length > 0)
		return { wrong: 'must be rows of names and values' };
	const found = new Map<string, unknown>();
	for (const { name, value = '' } of keyvalue) {
		const read = readId(name);
		if ('wrong' in read)
			return isNothing(name)
				? { wrong: 'contains a row without a name' }
				: { wrong: `contains a row whose name ${read.wrong}` };
		if (found.has(read.value))
			return { wrong: `contains two rows with the name "${read.value.slice(0, 80)}"` };
		found.set(read.value, value);
	}
	// Unlike an assignment, this makes "__proto__" a name like any other.
	return { value: found.size === 0 ? undefined : Object.fromEntries(found) };
}

/** Both ways to give metadata. A run adds the rows to the JSON, so a request has `metadata` alone. */
export function metadataFrom(json: JsonText) {
	return {
		metadataFields: rows('Your own values by name'),
		metadata: jsonObject('Metadata (JSON)', json),
	};
}

/** Values of the user's own. */
export const ownMetadata = metadataFrom({
	description: 'A JSON object with your own values, such as { "tier": "gold" }',
});

const newJson = optional(
	jsonObject('Metadata (JSON)', {
		description:
			'A JSON object to store. It may replace existing metadata instead of merging with it, so include every value you want to keep.',
	}),
);

/** The metadata to store, which an update needs in one of both ways. */
export const newMetadata = {
	metadataFields: rows('Values to store. They may replace all existing metadata'),
	metadata: {
		...newJson,
		property: { ...newJson.property, hint: 'JSON' },
		needed: { parameter: '/metadataFields.keyvalue', isEmpty: true } as const,
	},
};

/**
 * The values of an operation with the rows as a part of `metadata`.
 *
 * @throws {Problem} for a name that both have, or without any metadata where it is needed
 */
export function addRows(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
	const { metadataFields: added, ...others } = values as { metadataFields?: Metadata; metadata?: Metadata };
	const { metadata } = others;
	if (!added && !metadata && fields.metadata?.needed) throw noMetadata();
	if (!added) return others;
	const all = new Map(Object.entries(metadata ?? {}));
	for (const [name, value] of Object.entries(added)) {
		if (all.has(name)) throw givenTwice(name);
		all.set(name, value);
	}
	return { ...others, metadata: Object.fromEntries(all) };
}

function noMetadata() {
	return unsentProblem(
		'"Metadata" is empty',
		'Add a value to "Metadata", or fill in "Metadata (JSON)". Nothing was sent.',
	);
}

function givenTwice(name: string) {
	return unsentProblem(
		`"Metadata" and "Metadata (JSON)" both have the name "${name.slice(0, 80)}"`,
		'Remove the name from one of them. Nothing was sent.',
	);
}
