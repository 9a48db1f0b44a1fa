import { z } from 'zod';

import type { Field } from '../../fields/field';
import { wholeNumberSchema } from '../../fields/number';
import { choice } from '../../fields/text';

/** How many values one search may hold. */
export const MAX_VALUES = 50;

/** By what members are looked up. The list is open: an expression may name a type the service adds. */
export const searchType = choice(
	'Search By',
	[
		{ name: 'Discord ID', value: 'discord-id' },
		{ name: 'Email', value: 'email' },
		{ name: 'ID in the Service', value: 'service-id' },
		{ name: 'Twitter ID', value: 'twitter-id' },
		{ name: 'Username', value: 'username' },
		{ name: 'Wallet', value: 'wallet' },
	],
	{
		description: 'What the values are. An expression can give a type that is not in the list.',
		defaultValue: 'username',
	},
);

/** The values looked up: a list, or text separated by commas. */
export const searchValues: Field<string[]> = {
	property: {
		displayName: 'Values',
		type: 'string',
		default: '',
		description: `What to look for: one value, or up to ${MAX_VALUES} separated by commas. A list from an expression works too.`,
		placeholder: 'e.g. ada, ben',
	},
	schema: z
		.preprocess(
			(value) =>
				Array.isArray(value) ? value.map(String) : typeof value === 'number' ? [String(value)] : value,
			z.union([z.array(z.string()), z.string().transform((text) => text.split(','))], {
				errorMap: () => ({ message: 'must be text or a list of texts' }),
			}),
		)
		.transform((values) => [...new Set(values.map((value) => value.trim()).filter(Boolean))])
		.refine((values) => values.length > 0, 'must hold at least one value')
		.refine((values) => values.length <= MAX_VALUES, `must hold at most ${MAX_VALUES} values`),
};

export const memberPage: Field<number> = {
	property: {
		displayName: 'Page',
		type: 'number',
		default: 1,
		typeOptions: { minValue: 1 },
		description: 'Which page of the results to get, from 1',
	},
	schema: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
};

export const memberPageSize: Field<number> = {
	property: {
		displayName: 'Limit',
		type: 'number',
		default: 50,
		typeOptions: { minValue: 1 },
		description: 'Max number of results to return',
	},
	schema: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
};
