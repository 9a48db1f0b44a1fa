import type { Field } from '../../fields/field';
import { hexIdSchema } from '../../fields/text';

/** A member, found by search or named by its id in the service (`serviceId`: the account id, not the membership id). */
export function member(displayName: string, description: string): Field<string> {
	return {
		property: {
			displayName,
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description,
			modes: [
				{
					displayName: 'Search',
					name: 'list',
					type: 'list',
					placeholder: 'Search by username, email, wallet or social ID…',
					typeOptions: { searchListMethod: 'searchMembers', searchable: true, searchFilterRequired: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 64b7f1c2a9d3e45f60718293',
				},
			],
		},
		schema: hexIdSchema,
	};
}
