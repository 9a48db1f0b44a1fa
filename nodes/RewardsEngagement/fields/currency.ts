import type { Field } from './field';
import { idSchema } from './text';

/** A currency by id. The API has no list of currencies to choose from. */
export function currency(description: string): Field<string> {
	return {
		property: {
			displayName: 'Currency',
			type: 'resourceLocator',
			default: { mode: 'id', value: '' },
			description,
			hint: 'The service offers no list of currencies: copy the ID from the dashboard, or from the balances of a found member',
			modes: [
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
