import type { Field } from './field';
import { idSchema } from './text';

/** What a locator needs said about it. */
interface LocatorText {
	description: string;
	hint?: string;
	/** What the service calls its records; as the list search does unless told. */
	nouns?: readonly string[];
	/** What to do where the service does not find one. */
	whenMissing?: string;
	/** The list search that fills the list, as the resource declares it. */
	search: string;
	/** What the list mode is called; "From List" unless told. */
	listName?: string;
	listPlaceholder: string;
	/** Whether the list stays empty until something is typed. */
	isFilterRequired?: boolean;
	/** An id as an example. */
	example: string;
	/** The mode that the panel begins with. By default, the list. */
	mode?: 'list' | 'id';
	/** What the panel begins with, as the list shows it. By default, nothing. */
	default?: { value: string; cachedResultName: string };
	/** The mode in which a value is typed. By default, an ID. n8n labels a mode "id" itself. */
	byHand?: { displayName: string; name: string };
	/** The locators that say whose records the list holds: n8n clears the choice when one of them changes. */
	dependsOn?: readonly string[];
	/** What counts as an id; any text unless told. */
	schema?: Field<string>['schema'];
}

const BY_ID = { displayName: 'By ID', name: 'id' };

/** A record of the service: chosen from a searchable list, or named by its plain id. */
export function locator(displayName: string, text: LocatorText): Field<string> {
	const { description, hint, search, listName = 'From List', listPlaceholder, isFilterRequired } = text;
	const { example, mode = 'list', dependsOn, schema = idSchema, byHand = BY_ID } = text;
	const { nouns = [nounOf(search)], whenMissing } = text;
	return {
		property: {
			displayName,
			type: 'resourceLocator',
			default: { mode, value: '', ...text.default },
			description,
			hint,
			...(dependsOn && {
				typeOptions: { loadOptionsDependsOn: dependsOn.map((name) => `${name}.value`) },
			}),
			modes: [
				{
					displayName: listName,
					name: 'list',
					type: 'list',
					placeholder: listPlaceholder,
					typeOptions: {
						searchListMethod: search,
						searchable: true,
						...(isFilterRequired ? { searchFilterRequired: true } : {}),
					},
				},
				{
					...byHand,
					type: 'string',
					placeholder: `e.g. ${example}`,
				},
			],
		},
		schema,
		isName: true,
		record: { nouns, whenMissing },
	};
}

/** What a list search finds: an `item` by `searchStoreItems`, a `currency` by `searchCurrencies`. */
function nounOf(search: string): string {
	const plural = /[A-Z][a-z]+$/.exec(search)?.[0].toLowerCase() ?? '';
	return plural.replace(/ies$/, 'y').replace(/s$/, '');
}
