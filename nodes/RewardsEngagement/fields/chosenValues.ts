import type { Field } from './field';
import { valuesSchema } from './values';

interface ChosenValuesText {
	description: string;
	/** The list search that fills the list, as the resource declares it. */
	search: string;
	/** The locators that decide whose records the list has. */
	dependsOn?: readonly string[];
}

/**
 * IDs that a user chooses from a list of the service. An expression may also give a list, or text separated by
 * commas.
 */
export function chosenValues(
	displayName: string,
	{ description, search, dependsOn = [] }: ChosenValuesText,
): Field<string[]> {
	return {
		property: {
			displayName,
			type: 'multiOptions',
			default: [],
			// The list may be too short to contain an ID from an expression or from a copied workflow.
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
