import type { Field } from '../../fields/field';
import { locator } from '../../fields/locator';
import { hexIdSchema } from '../../fields/text';

/** A member, found by search or named by its id in the service (`serviceId`: the account id, not the membership id). */
export function member(displayName: string, { description }: { description: string }): Field<string> {
	return locator(displayName, {
		description,
		search: 'searchMembers',
		listName: 'Search',
		listPlaceholder: 'Search by username, email, wallet or social ID…',
		isFilterRequired: true,
		example: '64b7f1c2a9d3e45f60718293',
		schema: hexIdSchema,
	});
}
