import type { Field } from './field';
import { valuesSchema } from './values';

interface ChosenValuesText {
	description: string;
	/** The list search that fills the list, as the resource declares it. */
	search: string;
	/** The locators that say whose records the list holds. */
	dependsOn?: readonly string[];
}

/** IDs that are chosen from a list of the service, or given by an expression as a list or as text with commas. */
export function chosenValues(
	displayName: string,
	{ description, search, dependsOn = [] }: ChosenValuesText,
): Field<string[]> {
	return {
		property: {
			displayName,
			type: 'multiOptions',
			default: [],
			// The list may end before what an expression or a copied workflow names.
			allowArbitraryValues: true,
			description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
			typeOptions: {
				loadOptionsMethod: search,
				loadOptionsDependsOn: dependsOn.map((name) => `${name}.value`),
			},
		},
		schema: valuesSchema(),
	};
}
