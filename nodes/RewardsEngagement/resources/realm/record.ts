import { z } from 'zod';

import { dateTime, freeObject, record } from '../../shared/record';

/** The realm, which is a project of the service (API document, sections 1 and 4.11). */
export const realm = record(
	{
		id: z.string(),
		name: z.string(),
		ownerId: z.string(),
		description: z.string().nullable(),
		subdomain: z.string().nullable(),
		level: z.number(),
		premiumLevel: z.number(),
		members: z.array(z.unknown()),
		subscriptions: z.array(z.unknown()),
		teamMembers: z.array(z.unknown()),
		logo: z.string().nullable(),
		banner: z.string().nullable(),
		image: z.string().nullable(),
		customDomain: z.string().nullable(),
		serverId: z.string().nullable(),
		tokenAlias: z.string().nullable(),
		wallet: z.string().nullable(),
		published: z.boolean(),
		verified: z.boolean(),
		tags: z.array(z.string()),
		socialLinks: z.array(record({ type: z.string(), value: z.string() })),
		configuration: freeObject.nullable(),
		whitelabel: freeObject.nullable(),
		analytics: freeObject.nullable(),
		createdAt: dateTime,
		updatedAt: dateTime,
	},
	{
		simplified: [
			'id',
			'name',
			'description',
			'subdomain',
			'published',
			'verified',
			'level',
			'premiumLevel',
			'createdAt',
			'updatedAt',
		],
	},
);
