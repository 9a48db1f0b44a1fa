import type { INodePropertyMode } from 'n8n-workflow';

import type { Field } from './field';
import { idSchema } from './text';

/** The texts and options of a locator. */
interface LocatorText {
	description: string;
	/** A one-line hint for list mode. */
	listHint?: string;
	/** A one-line hint for the mode that takes the ID. */
	idHint?: string;
	/** What to do if the service does not find a record. */
	whenMissing?: string;
	/** The list search that fills the list, as the resource declares it. */
	search: string;
	/** The label of the list mode. By default, "From List". */
	listName?: string;
	listPlaceholder: string;
	/** An example ID. */
	example: string;
	/** The choice at first, as the list shows it. By default, nothing. */
	default?: { value: string; cachedResultName: string };
	/** The mode in which a user types a value. By default, an ID. n8n itself labels a mode "id". */
	byHand?: { displayName: string; name: string };
	/** Modes in which a user types another value than the ID. */
	byName?: readonly NameMode[];
	/** The mode of a value that is certainly no ID. */
	modeOf?: Field<string>['modeOf'];
	/** The locators that decide whose records the list has. If one of them changes, n8n clears the choice. */
	dependsOn?: readonly string[];
	/** The schema of an ID. By default, any text. */
	schema?: Field<string>['schema'];
}

/** A mode that takes another value than the ID, with which the record is looked up. */
export interface NameMode {
	mode: { displayName: string; name: string };
	/** An example value. */
	example: string;
	schema: NonNullable<Field<string>['byMode']>[string];
}

/** A mode has no value. n8n's rule `require-param-default` reads a mode like a parameter. */
const NO_VALUE = { default: '' };

const BY_ID = { displayName: 'By ID', name: 'id' };

/** A record of the service: chosen from a searchable list, or given by its ID. */
export function locator(displayName: string, text: LocatorText): Field<string> {
	const { description, search, listName = 'From List', dependsOn } = text;
	const { example, schema = idSchema, byHand = BY_ID, byName } = text;
	return {
		property: {
			displayName,
			type: 'resourceLocator',
			default: { mode: 'list', value: '', ...text.default },
			description,
			...(dependsOn && {
				typeOptions: { loadOptionsDependsOn: dependsOn.map((name) => `${name}.value`) },
			}),
			modes: [
				{
					displayName: listName,
					name: 'list',
					type: 'list',
					placeholder: text.listPlaceholder,
					typeOptions: { searchListMethod: search, searchable: true },
					hint: text.listHint,
					...NO_VALUE,
				},
				...(byName ?? []).map((one) => typed(one.mode, one.example)),
				{ ...typed(byHand, example), hint: text.idHint },
			],
		},
		schema,
		modeOf: text.modeOf,
		byMode: byName && Object.fromEntries(byName.map((one) => [one.mode.name, one.schema])),
		isName: true,
		whenMissing: text.whenMissing,
	};
}

/** A word of the service, from a list or typed. It names no record. */
export function word(displayName: string, text: Omit<LocatorText, 'byHand'>): Field<string> {
	const byHand = { displayName: 'By Name', name: 'name' };
	const { property, schema } = locator(displayName, { ...text, byHand });
	return { property, schema, needsText: true };
}

function typed(mode: Pick<INodePropertyMode, 'displayName' | 'name'>, example: string): INodePropertyMode {
	return { ...mode, type: 'string', placeholder: `e.g. ${example}`, ...NO_VALUE };
}
