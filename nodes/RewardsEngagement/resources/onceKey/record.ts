import { z } from 'zod';

import { record } from '../../shared/record';

/** What releasing a key gives. `released` is false when nobody held the key. */
export const releasedKey = record({ released: z.boolean(), onceKey: z.string() });
