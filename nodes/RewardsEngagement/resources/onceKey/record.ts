import { z } from 'zod';

import { record } from '../../shared/record';

/** What releasing a key gives. `standing` is how it stood: `done`, `open`, or `none` when nobody held the key. */
export const releasedKey = record({
	released: z.boolean(),
	standing: z.enum(['done', 'open', 'none']),
	onceKey: z.string(),
});
