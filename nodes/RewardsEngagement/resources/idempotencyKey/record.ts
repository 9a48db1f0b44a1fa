import { z } from 'zod';

import { record } from '../../shared/record';

const settled = {
	status: z.enum(['completed', 'pending', 'not_found']),
	idempotencyKey: z.string(),
};

export const releasedKey = record({ released: z.boolean(), ...settled });

export const confirmedKey = record({ confirmed: z.boolean(), ...settled });
