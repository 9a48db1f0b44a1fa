import { z } from 'zod';

import { type Field, saying } from '../../fields/field';
import { locator } from '../../fields/locator';
import { id } from '../../fields/text';
import { separated } from '../../fields/values';
import { currency } from '../currency/fields';

const EXPECTED = saying('must be a list of permissions');

export const offeredCurrency = locator('Currency', {
	description: 'The currency that the other realm offers. Its ID is the same in both realms.',
	search: 'searchOfferedCurrencies',
	listName: 'From Offers',
	listPlaceholder: 'Select an offer…',
	example: '64b7f1c2a9d3e45f60718294',
});

export const ownCurrency = currency('Currency', {
	description: 'The currency of this realm that is shared',
	lists: 'own',
});

/** A currency that another realm shares with this one. */
export const borrowedCurrency = currency('Currency', {
	description: 'The currency of the other realm to stop using',
	lists: 'borrowed',
});

/** No endpoint lists the realms with which a currency could be shared. */
export const newChildRealmId = id('Child Realm ID', {
	description: 'The ID of the realm that may use the currency, such as 64b7f1c2a9d3e45f60718293',
	placeholder: 'e.g. 64b7f1c2a9d3e45f60718292',
});

export const childRealmId = locator('Child Realm', {
	description: 'The realm that the currency is shared with',
	search: 'searchChildRealms',
	listPlaceholder: 'Select a realm…',
	dependsOn: ['currencyId'],
	example: '64b7f1c2a9d3e45f60718292',
});

/** The permissions of the other realm. An expression may give words that the service adds later. */
export const permissions: Field<string[]> = {
	property: {
		displayName: 'Permissions',
		type: 'multiOptions',
		options: [
			{ name: 'Earn', value: 'earn', description: 'Award it to its members' },
			{ name: 'Spend', value: 'spend', description: 'Let its members spend it' },
			{ name: 'View', value: 'view', description: 'See it' },
		],
		default: ['view', 'earn', 'spend'],
		description: 'What the other realm may do with the currency',
	},
	schema: z
		.preprocess(separated, z.array(z.string(EXPECTED), EXPECTED))
		.transform((words) => [...new Set(words.map((word) => word.trim()).filter(Boolean))])
		.refine((words) => words.length > 0, 'must contain at least one permission'),
};
