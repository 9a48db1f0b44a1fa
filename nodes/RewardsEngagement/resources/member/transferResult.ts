import { z } from 'zod';

import { record } from '../../shared/record';

/** The response to a transfer (API document, section 2.2). */
export const transferResult = record({
	id: z.string(),
	senderId: z.string(),
	recipientId: z.string(),
	balance: z.number(),
	currencyId: z.string(),
});
