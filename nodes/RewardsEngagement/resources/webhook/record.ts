import { z } from 'zod';

import { record } from '../../shared/record';

/** A webhook registration of a realm (API document, section 2.11). */
export const webhook = record({
	id: z.string(),
	url: z.string(),
	events: z.array(z.string()),
	secret: z.string().nullable(),
	active: z.boolean(),
});
