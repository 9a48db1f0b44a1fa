import type { Field } from '../../fields/field';
import { choice, id } from '../../fields/text';

const TYPES = [
	{ name: 'Custom', value: 'custom', description: 'An ID at your own provider, such as a shop' },
	{ name: 'Discord ID', value: 'discord-id' },
	{ name: 'Email', value: 'email' },
	{ name: 'ID in the Service', value: 'service-id' },
	{ name: 'Twitter ID', value: 'twitter-id' },
	{ name: 'Username', value: 'username' },
	{ name: 'Wallet', value: 'wallet' },
];

/**
 * The kind of value that identifies a person. The list is open, so that an expression can use a new type of the
 * service.
 */
export function searchBy(types: readonly string[]): Field<string> {
	return choice('Search By', {
		options: TYPES.filter(({ value }) => types.includes(value)),
		description: 'The type of value to search for. Use an expression for a type that is not in the list.',
		default: 'email',
	});
}

export const searchedValue = id('Value', {
	description: 'The value to search for',
	placeholder: 'e.g. ada@example.com',
});
