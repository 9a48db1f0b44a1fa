import { z } from 'zod';

import { record } from '../../shared/record';

/** What a transfer answers (API document, section 2.2). */
export const transferResult = record({
	id: z.string(),
	senderId: z.string(),
	recipientId: z.string(),
	balance: z.number(),
	currencyId: z.string(),
});
