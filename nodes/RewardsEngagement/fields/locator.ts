import type { INodePropertyMode } from 'n8n-workflow';

import type { Field } from './field';
import { idSchema } from './text';

/** What a locator needs said about it. */
interface LocatorText {
	description: string;
	/** What to know in list mode, in one line. */
	listHint?: string;
	/** What to know in the mode that takes the ID, in one line. */
	idHint?: string;
	/** What the service calls its records; as the list search does unless told. */
	nouns?: readonly string[];
	/** What to do where the service does not find one. */
	whenMissing?: string;
	/** The list search that fills the list, as the resource declares it. */
	search: string;
	/** What the list mode is called; "From List" unless told. */
	listName?: string;
	listPlaceholder: string;
	/** An id as an example. */
	example: string;
	/** The mode that the panel begins with. By default, the list. */
	mode?: 'list' | 'id';
	/** What the panel begins with, as the list shows it. By default, nothing. */
	default?: { value: string; cachedResultName: string };
	/** The mode in which a value is typed. By default, an ID. n8n labels a mode "id" itself. */
	byHand?: { displayName: string; name: string };
	/** Modes in which something else than the ID is typed. */
	byName?: readonly NameMode[];
	/** The locators that say whose records the list holds: n8n clears the choice when one of them changes. */
	dependsOn?: readonly string[];
	/** What counts as an id; any text unless told. */
	schema?: Field<string>['schema'];
}

/** A mode that takes another name of the record. The record is looked up by it. */
export interface NameMode {
	mode: { displayName: string; name: string };
	/** A name as an example. */
	example: string;
	schema: NonNullable<Field<string>['byMode']>[string];
}

const BY_ID = { displayName: 'By ID', name: 'id' };

/** A record of the service: chosen from a searchable list, or named by its plain id. */
export function locator(displayName: string, text: LocatorText): Field<string> {
	const { description, listHint, idHint, search, listName = 'From List', listPlaceholder } = text;
	const { example, mode = 'list', dependsOn, schema = idSchema, byHand = BY_ID, byName } = text;
	const { nouns = [nounOf(search)], whenMissing } = text;
	return {
		property: {
			displayName,
			type: 'resourceLocator',
			default: { mode, value: '', ...text.default },
			description,
			...(dependsOn && {
				typeOptions: { loadOptionsDependsOn: dependsOn.map((name) => `${name}.value`) },
			}),
			modes: [
				{
					displayName: listName,
					name: 'list',
					type: 'list',
					placeholder: listPlaceholder,
					typeOptions: { searchListMethod: search, searchable: true },
					...(listHint && { hint: listHint }),
				},
				...(byName ?? []).map((one) => typed(one.mode, one.example)),
				{ ...typed(byHand, example), ...(idHint && { hint: idHint }) },
			],
		},
		schema,
		...(byName && { byMode: Object.fromEntries(byName.map((one) => [one.mode.name, one.schema])) }),
		isName: true,
		record: { nouns, whenMissing },
	};
}

function typed(mode: Pick<INodePropertyMode, 'displayName' | 'name'>, example: string): INodePropertyMode {
	return { ...mode, type: 'string', placeholder: `e.g. ${example}` };
}

/** What a list search finds: an `item` by `searchStoreItems`, a `currency` by `searchCurrencies`. */
function nounOf(search: string): string {
	const plural = /[A-Z][a-z]+$/.exec(search)?.[0].toLowerCase() ?? '';
	return plural.replace(/ies$/, 'y').replace(/s$/, '');
}
