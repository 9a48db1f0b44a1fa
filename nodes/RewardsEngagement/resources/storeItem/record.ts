import { z } from 'zod';

import { freeObject, record } from '../../shared/record';

/** What a store item or a raffle gives away. */
export const item = record({
	id: z.string(),
	name: z.string(),
	description: z.string().nullable(),
	image: z.string().nullable(),
	type: z.string(),
	metadata: freeObject.nullable(),
});

export const realmPoint = record({ id: z.string(), name: z.string().nullable() });

/** An item of the store (API document, extended 9). Another form with the fields of `item` at the top was seen too. */
export const storeItem = record({
	id: z.string(),
	item,
	requiredMetadata: z.array(z.string()),
	realmPoint,
	currencyId: z.string(),
	price: z.number(),
	stock: z.number().nullable(),
	maxPerUser: z.number().nullable(),
});
