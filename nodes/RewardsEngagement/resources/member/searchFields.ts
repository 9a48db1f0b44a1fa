import type { Field } from '../../fields/field';
import { number } from '../../fields/number';
import { choice, idSchema, ROUNDED } from '../../fields/text';
import { reading } from '../../fields/words';

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
export const searchValues: Field<string[]> = {
	property: {
		displayName: 'Values',
		type: 'string',
		default: '',
		description: `What to look for: one value, or up to ${MAX_VALUES} separated by commas. A list from an expression works too.`,
		placeholder: 'e.g. ada, ben',
		hint: `Up to ${MAX_VALUES}, separated by commas`,
	},
	schema: reading((given) => {
		const parts = partsOf(given);
		if ('wrong' in parts) return parts;
		const values = [...new Set(parts.value)];
		if (values.length === 0) return { wrong: 'must hold at least one value' };
		return values.length <= MAX_VALUES
			? { value: values }
			: { wrong: `must hold at most ${MAX_VALUES} values` };
	}),
};

/** A text may leave places between its commas empty; a list, which nobody typed, must not. */
function partsOf(given: unknown): { value: string[] } | { wrong: string } {
	if (typeof given === 'string') {
		return {
			value: given
				.split(',')
				.map((value) => value.trim())
				.filter(Boolean),
		};
	}
	const values: string[] = [];
	for (const element of Array.isArray(given) ? (given as unknown[]) : [given]) {
		const { data, error } = idSchema.safeParse(element);
		if (error) {
			const isLarge = error.issues[0]?.message === ROUNDED;
			return { wrong: isLarge ? ROUNDED : 'must be text or a list of texts, none of them empty' };
		}
		// The service takes a comma for the end of a value.
		if (data.includes(',')) return { wrong: 'must be a list of values without a comma in any of them' };
		values.push(data);
	}
	return { value: values };
}

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
