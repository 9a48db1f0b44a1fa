import { z } from 'zod';

import { record } from '../../shared/record';

/** The key, with its status before. */
const settled = {
	status: z.enum(['completed', 'pending', 'not_found']),
	idempotencyKey: z.string(),
};

/** The result of releasing a key. */
export const releasedKey = record({ released: z.boolean(), ...settled });

/** The result of confirming a key. */
export const confirmedKey = record({ confirmed: z.boolean(), ...settled });
