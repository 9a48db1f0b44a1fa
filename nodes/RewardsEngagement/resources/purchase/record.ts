import { z } from 'zod';

import { freeObject, record } from '../../shared/record';

/** A store purchase (API document, section 2.6). */
export const purchase = record({
	id: z.string(),
	quantity: z.number(),
	totalPrice: z.number(),
	status: z.string(),
	createdAt: z.string(),
	finalizedAt: z.string().nullable(),
	isFinalized: z.boolean(),
	metadata: freeObject.nullable(),
	finalizedMetadata: freeObject.nullable(),
	storeItem: record({
		id: z.string(),
		item: record({ id: z.string(), name: z.string(), type: z.string() }),
	}),
});
