import { z } from 'zod';

import { record } from '../../shared/record';

/** The key, with the status that it had before. */
const settled = {
	status: z.enum(['completed', 'pending', 'not_found']),
	idempotencyKey: z.string(),
};

/** What releasing a key returns. */
export const releasedKey = record({ released: z.boolean(), ...settled });

/** What confirming a key returns. */
export const confirmedKey = record({ confirmed: z.boolean(), ...settled });
