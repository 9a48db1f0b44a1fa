import { z } from 'zod';

import { token } from '../token/record';
import { record } from '../../shared/record';

/**
 * What a wallet holds of a token (API document, extended 9). `balance` counts the smallest units and is text: it exceeds
 * what numbers hold.
 */
export const tokenBalance = record({
	token,
	balance: z.string(),
	balanceFormatted: z.string(),
	balanceUsd: z.number().nullable(),
});
