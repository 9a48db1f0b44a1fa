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

const fields = {
	id: z.string(),
	item,
	price: z.number(),
	realmPoint,
	currencyId: z.string(),
	stock: z.number().nullable(),
	maxPerUser: z.number().nullable(),
	requiredMetadata: z.array(z.string()),
};

/** An item of the store (API document, extended 9). The fields of `item` have also been seen at the top level. */
export const storeItem = record(fields);

/** An item of the store, from the view of a member. Null is what cannot be known. */
export const affordableItem = record(
	{
		name: z.string().nullable(),
		price: z.number().nullable(),
		affordable: z.boolean(),
		missing: z.number().nullable(),
		balance: z.number().nullable(),
		currencyId: z.string().nullable(),
		id: fields.id,
		item,
		realmPoint,
		stock: fields.stock,
		maxPerUser: fields.maxPerUser,
		requiredMetadata: fields.requiredMetadata,
	},
	{
		simplified: [
			'id',
			'name',
			'price',
			'affordable',
			'missing',
			'balance',
			'currencyId',
			'realmPoint',
			'stock',
			'item',
		],
		olderNames: { stock: 'inventory' },
	},
);
