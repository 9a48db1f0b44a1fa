import { z } from 'zod';

import { freeObject, record } from '../../shared/record';

/** The item that a store item sells, or that a raffle gives away. */
export const item = record({
	id: z.string(),
	name: z.string(),
	description: z.string().nullable(),
	image: z.string().nullable(),
	type: z.string(),
	metadata: freeObject.nullable(),
});

export const realmPoint = record({ id: z.string(), name: z.string().nullable() });

/** An item of the store (API document, extended 9). The fields of `item` have also been seen at the top level. */
export const storeItem = record({
	id: z.string(),
	item,
	price: z.number(),
	realmPoint,
	currencyId: z.string(),
	stock: z.number().nullable(),
	maxPerUser: z.number().nullable(),
	requiredMetadata: z.array(z.string()),
});
