import { ok, type Routes } from '../../base/call';
import { notFound } from '../../base/errors';
import { without, type Schemas } from '../../base/state';
import { tokenAt } from '../chain/onChain';
import type { Token } from '../chain/records';

/** A token as in the API. */
export const tokenRecord = (token: Token): Schemas['Token'] => ({ ...without(token, 'price'), logo: null });

export const routes: Routes<'token'> = {
	/** API document, extended 7.4. 404 for an unknown token. */
	get: ({ world: { state }, params, query: { chain = 'ethereum' } }) => {
		const token = tokenAt(state, chain, params.tokenAddress);
		if (!token) throw notFound('There is no such token on this chain.');
		return ok({ data: tokenRecord(token) });
	},
};
