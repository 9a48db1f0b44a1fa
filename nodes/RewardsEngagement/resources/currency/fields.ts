import type { Field } from '../../fields/field';
import { idSchema } from '../../fields/text';

const HINT = 'Copy the ID from the dashboard: the service offers no list of currencies';

/** A currency, by id or from the balances of the chosen sender. The API has no list of a realm's currencies. */
export function currency(description: string, hasSender = false): Field<string> {
	return {
		property: {
			displayName: 'Currency',
			type: 'resourceLocator',
			default: { mode: 'id', value: '' },
			description,
			hint: hasSender ? `${HINT}. Or choose from what the sender has.` : HINT,
			modes: [
				{
					displayName: 'From Balances',
					name: 'list',
					type: 'list',
					placeholder: 'Select from what the sender has…',
					typeOptions: { searchListMethod: 'searchCurrencies', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 64b7f1c2a9d3e45f60718294',
				},
			],
		},
		schema: idSchema,
	};
}
