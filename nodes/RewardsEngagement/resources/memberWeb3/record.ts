import { z } from 'zod';

import { record } from '../../shared/record';

/**
 * What a member could claim, and the tokens of their wallets. The API document does not show what these three hold.
 * Balances of tokens are text: they exceed what numbers hold.
 */
export const web3Balances = record({
	claimableBalances: z.unknown(),
	claimableBalancesByActivation: z.unknown(),
	tokenBalances: z.unknown(),
});

/** What an item of a claim holds where balances were to be read. */
export const readBalances = {
	balancesBefore: web3Balances,
	balancesAfter: web3Balances.nullable(),
	balancesNote: z.string(),
};
