import { number } from '../../fields/number';
import { choice } from '../../fields/text';
import { values } from '../../fields/values';

/** How many values one search may hold. */
export const MAX_VALUES = 50;

/** By what members are looked up. The list is open: an expression may name a type the service adds. */
export const searchType = choice('Search By', {
	options: [
		{ name: 'Discord ID', value: 'discord-id' },
		{ name: 'Email', value: 'email' },
		{ name: 'ID in the Service', value: 'service-id' },
		{ name: 'Twitter ID', value: 'twitter-id' },
		{ name: 'Username', value: 'username' },
		{ name: 'Wallet', value: 'wallet' },
	],
	description: 'What the values are. An expression can give a type that is not in the list.',
	default: 'username',
});

/** The values looked up: a list, or text separated by commas. */
export const searchValues = values('Values', {
	description: `What to look for: one value, or up to ${MAX_VALUES} separated by commas. A list from an expression works too.`,
	placeholder: 'e.g. ada, ben',
	maximum: MAX_VALUES,
});

export const memberPage = number('Page', {
	description: 'Which page of the results to get, from 1',
	default: 1,
	minimum: 1,
	isWhole: true,
});

export const memberPageSize = number('Limit', {
	description: 'Max number of results to return',
	default: 50,
	minimum: 1,
	isWhole: true,
});
