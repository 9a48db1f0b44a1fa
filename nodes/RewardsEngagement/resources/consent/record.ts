import { z } from 'zod';

import { record } from '../../shared/record';

export const consentApp = record({
	name: z.string(),
	description: z.string().nullable(),
	pfp: z.string().nullable(),
	verified: z.boolean(),
	developer: z.unknown(),
});

export const consentingMember = record({ serviceId: z.string() });

export const authorizationUrl = record({ authorizationUrl: z.string() });

/**
 * The item that the consent trigger emits: a member who consented, or a denial, which has no `serviceId`. The query
 * values of the redirect are beside these fields.
 */
export const consentResult = record({
	serviceId: z.string().describe('The member who consented'),
	realmId: z.string(),
	subject: z.string().describe('The person that the link is for, from the signed state'),
	denied: z.boolean().describe('True if the person declined'),
	error: z.string().describe('Why the person declined'),
});
