import { z } from 'zod';

import { record } from '../../shared/record';
import { token } from '../token/record';

/**
 * A wallet's balance of a token (API document, extended 9). `balance` is in the smallest units, and is text because
 * it exceeds JavaScript's numbers.
 */
export const tokenBalance = record({
	token,
	balance: z.string(),
	balanceFormatted: z.string(),
	balanceUsd: z.number().nullable(),
});
