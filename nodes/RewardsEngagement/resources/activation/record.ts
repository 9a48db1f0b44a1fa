import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';

/**
 * What an activation does (API document, extended 7.2). `configType` determines the content of `settings`. For sales
 * and listings it is the address that the service calls, and perhaps the ID of a webhook.
 */
export const activationConfig = record({
	id: z.string(),
	configType: z.string(),
	settings: freeObject,
	pointsConfig: z.array(z.unknown()).nullable(),
	createdAt: dateTime,
	updatedAt: dateTime,
});

/** A contract that a realm follows, and whose NFTs can earn (API document, extended 9). */
export const activation = record({
	id: z.string(),
	activationType: z.string(),
	contractAddress: z.string(),
	chain: z.string(),
	collectionKey: z.string().nullable(),
	displayName: z.string().nullable(),
	configs: z.array(activationConfig),
	createdAt: dateTime,
	updatedAt: dateTime,
});

export const syncResult = record({ syncedCount: z.number() });

export const creditResult = record({ creditedCount: z.number() });
