import { z } from 'zod';

import { record } from '../../shared/record';

/** The response to a change of a balance. `balance` is most likely the one after it. */
export const balanceChange = record({
	id: z.string(),
	serviceId: z.string(),
	balance: z.number(),
	currencyId: z.string(),
});

/** One entry of a bulk change. The service does not explain the difference between `balance` and `newBalance`. */
export const bulkBalanceChange = record({
	serviceId: z.string(),
	balance: z.number(),
	currencyId: z.string(),
	newBalance: z.number(),
});
