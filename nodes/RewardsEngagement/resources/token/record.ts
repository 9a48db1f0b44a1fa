import { z } from 'zod';

import { record } from '../../shared/record';

export const token = record({
	address: z.string(),
	name: z.string(),
	symbol: z.string(),
	decimals: z.number(),
	chain: z.string(),
	logo: z.string().nullable(),
	type: z.string(),
});
