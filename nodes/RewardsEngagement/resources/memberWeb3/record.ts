import { z } from 'zod';

import { record } from '../../shared/record';

/**
 * The amounts that a member could claim, and the tokens of their wallets. The API document does not show the content
 * of these three fields. Token balances are text, because they exceed JavaScript's numbers.
 */
export const web3Balances = record({
	claimableBalances: z.unknown(),
	claimableBalancesByActivation: z.unknown(),
	tokenBalances: z.unknown(),
});

/** The additional fields of a claim's item if balances were to be read. */
export const readBalances = {
	balancesBefore: web3Balances,
	balancesAfter: web3Balances.nullable(),
	balancesNote: z.string(),
};
