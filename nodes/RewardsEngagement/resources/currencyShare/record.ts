import { z } from 'zod';

import { dateTime, record } from '../../shared/record';

const realmReference = record({ id: z.string(), name: z.string().nullable() });

const ids = {
	id: z.string(),
	parentRealmId: z.string(),
	childRealmId: z.string(),
	realmPointId: z.string(),
	permissions: z.array(z.string()),
};

/** A new share. `realmPointId` is the currency. */
export const newCurrencyShare = record({ ...ids, status: z.string() });

/** A share from the view of the realm that lends the currency. */
export const currencyShare = record({
	id: z.string(),
	childRealmId: z.string(),
	createdAt: dateTime,
	permissions: z.array(z.string()),
	status: z.string(),
	childRealm: realmReference,
});

/** A share that waits for a decision of the realm of the request. */
export const pendingCurrencyShare = record({
	...ids,
	createdAt: dateTime,
	status: z.string(),
	parentRealm: realmReference,
	realmPoint: record({
		id: z.string(),
		name: z.string().nullable(),
		emoji: z.string().nullable(),
		customEmojiUrl: z.string().nullable(),
	}),
});

/** A share that its owner took back. */
export const revokedShare = record({ id: z.string() });

/** A share that the other realm gave up. The meaning of the text is not documented. */
export const leftShare = record({ data: z.string() });

export const acceptedShare = record({ status: z.string(), acceptedAt: dateTime });

export const rejectedShare = record({ status: z.string(), rejectedAt: dateTime });
