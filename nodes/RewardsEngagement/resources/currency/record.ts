import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';

/** A currency, also called points system (API document, section 2.1). */
export const currency = record(
	{
		id: z.string(),
		realmId: z.string(),
		name: z.string(),
		emoji: z.string().nullable(),
		default: z.boolean(),
		metadata: freeObject.nullable(),
		createdAt: dateTime,
		updatedAt: dateTime,
		archived: z.boolean(),
		archivedAt: dateTime.nullable(),
		customEmojiUrl: z.string().nullable(),
		scopes: z.array(z.unknown()).nullable(),
		ownership: z.unknown(),
		shareStatus: z.string().nullable(),
		parentRealmId: z.string().nullable(),
		parentRealmName: z.string().nullable(),
		permissions: z.unknown(),
	},
	{
		simplified: [
			'id',
			'name',
			'emoji',
			'default',
			'archived',
			'ownership',
			'shareStatus',
			'realmId',
			'createdAt',
			'updatedAt',
		],
	},
);
