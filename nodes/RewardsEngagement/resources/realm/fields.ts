import { z } from 'zod';

import { type Field, oneOf, saying } from '../../fields/field';
import { number } from '../../fields/number';
import { separated } from '../../fields/values';

/** The permissions that a read most likely needs. Most others show only when something is written. */
export const PERMISSIONS = [
	'members:read',
	'quests:read',
	'realm:read',
	'store:read',
	'webhooks:write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const permissions: Field<Permission[]> = {
	property: {
		displayName: 'Permissions',
		type: 'multiOptions',
		options: PERMISSIONS.map((value) => ({ name: value, value })),
		default: [...PERMISSIONS],
		description:
			'The permissions of the key to check, each with a harmless read. Write permissions cannot be checked without writing.',
	},
	schema: z.preprocess(separated, z.array(oneOf(...PERMISSIONS), saying('must be a list of permissions'))),
};

export const expectedWebhooks = number('Expected Webhooks', {
	description:
		'The number of webhooks that must call this n8n instance: one per published trigger. The check fails if there are fewer.',
	default: 1,
	minimum: 0,
	isWhole: true,
});
