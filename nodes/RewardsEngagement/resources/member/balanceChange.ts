import { z } from 'zod';

import { record } from '../../shared/record';

/** What a change of a balance answers; `balance` is most likely the one after it. */
export const balanceChange = record({
	id: z.string(),
	serviceId: z.string(),
	balance: z.number(),
	currencyId: z.string(),
});

/** One entry of a bulk change. The service does not say which of `balance` and `newBalance` is what. */
export const bulkBalanceChange = record({
	serviceId: z.string(),
	balance: z.number(),
	currencyId: z.string(),
	newBalance: z.number(),
});
