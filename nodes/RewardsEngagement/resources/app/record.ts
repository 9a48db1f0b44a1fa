import { z } from 'zod';

import { dateTime, record } from '../../shared/record';

/** A realm that authorized an app (API document, extended 9). `id` is the authorization, `realmId` the realm. */
export const appRealm = record({
	id: z.string(),
	realmId: z.string(),
	platformType: z.string(),
	platformId: z.string(),
	approvedScopes: z.array(z.string()),
	createdAt: dateTime,
	updatedAt: dateTime,
});

const owner = record({
	id: z.string(),
	displayName: z.string().nullable(),
	username: z.string().nullable(),
	imageUrl: z.string().nullable(),
});

/** An installation of an app, with its realm (API document, extended 9). */
export const appInstall = record({
	id: z.string(),
	realmId: z.string(),
	appId: z.string(),
	approvedScopes: z.array(z.string()),
	platformType: z.string().nullable(),
	platformId: z.string().nullable(),
	createdAt: dateTime,
	updatedAt: dateTime,
	realm: record({
		id: z.string(),
		name: z.string(),
		description: z.string().nullable(),
		imageUrl: z.string().nullable(),
		ownerId: z.string(),
		owner,
		createdAt: dateTime,
		memberCount: z.number(),
	}),
});
