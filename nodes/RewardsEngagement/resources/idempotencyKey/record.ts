import { z } from 'zod';

import { record } from '../../shared/record';

/** What releasing a key returns, with the status that the key had before. */
export const releasedKey = record({
	released: z.boolean(),
	status: z.enum(['completed', 'pending', 'not_found']),
	idempotencyKey: z.string(),
});
