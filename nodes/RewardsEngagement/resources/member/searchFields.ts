import type { Field } from '../../fields/field';
import { number } from '../../fields/number';
import { values } from '../../fields/values';
import { otherSpellings } from '../../shared/characters';
import { searchBy } from '../account/searchBy';

export const MAX_VALUES = 50;

export const searchType = searchBy(['discord-id', 'email', 'service-id', 'twitter-id', 'username', 'wallet']);

const VALUES = values('Values', {
	description: `The values to search for: up to ${MAX_VALUES}, separated by commas, or a list from an expression`,
	placeholder: 'e.g. ada@example.com, ben@example.com',
	maximum: MAX_VALUES,
});

/** Also in other spellings, as far as there is room. */
export const searchValues: Field<string[]> = {
	...VALUES,
	schema: VALUES.schema.transform((all) =>
		[...new Set([...all, ...all.flatMap(otherSpellings)])].slice(0, MAX_VALUES),
	),
};

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
