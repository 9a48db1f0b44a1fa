import { z } from 'zod';

import { record } from './record';

/** What an app shows of itself on the consent page. */
export const consentApp = record({
	name: z.string(),
	description: z.string().nullable(),
	pfp: z.string().nullable(),
	verified: z.boolean(),
	developer: z.unknown(),
});

/** The member who consented. */
export const consentingMember = record({ serviceId: z.string() });

/** The address of the consent page, to send a person to. */
export const authorizationUrl = record({ authorizationUrl: z.string() });
