import Big from 'big.js';
import { ok, type Routes } from '../../base/call';
import { cursorPage } from '../../base/pages';
import type { Schemas, State } from '../../base/state';
import { isOf, tokenAt } from '../chain/onChain';
import { isSameAddress, type Chain, type Nft } from '../chain/records';
import { tokenRecord } from '../token/routes';

/** The NFTs of a wallet, including those of which it owns only some copies. */
function nftsOf({ nfts, collections, holdings }: State, chain: Chain, wallet: string): Nft[] {
	const isTheirs = (address: string) => isSameAddress(chain, address, wallet);
	return nfts
		.filter((nft) => nft.chain === chain)
		.flatMap((nft) => {
			if (collections.find(isOf(nft))?.type !== 'erc1155') return isTheirs(nft.owner) ? [nft] : [];
			const held = holdings
				.filter(isOf(nft))
				.find((one) => one.tokenId === nft.tokenId && isTheirs(one.wallet));
			return held && held.amount > 0 ? [{ ...nft, owner: held.wallet }] : [];
		});
}

/** A number of smallest units, in the usual decimal form. */
function formatted(balance: string, decimals: number): string {
	const digits = balance.padStart(decimals + 1, '0');
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
	const whole = digits.slice(0, digits.length - decimals);
	return fraction === '' ? whole : `${whole}.${fraction}`;
}

function balancesOf(state: State, chain: Chain, wallet: string) {
	return state.tokenHoldings
		.filter((held) => held.chain === chain && isSameAddress(chain, held.wallet, wallet))
		.flatMap(({ address, balance }) => {
			const token = tokenAt(state, chain, address);
			if (!token) return [];
			const balanceFormatted = formatted(balance, token.decimals);
			return [
				{
					// The cursor of a page contains this.
					id: address,
					record: {
						token: tokenRecord(token),
						balance,
						balanceFormatted,
						balanceUsd: token.price === null ? null : Big(balanceFormatted).times(token.price).toNumber(),
					} satisfies Schemas['TokenBalance'],
				},
			];
		});
}

export const routes: Routes<'wallet'> = {
	/** API document, extended 7.4. An unknown wallet is empty. 400 for an invalid cursor. */
	getNfts: ({ world: { state }, params, query }) => {
		const { chain = 'ethereum', limit, cursor, contractAddresses } = query;
		const found = nftsOf(state, chain, params.walletAddress).filter(
			(nft) => contractAddresses?.some((contractAddress) => isOf({ chain, contractAddress })(nft)) ?? true,
		);
		return ok(cursorPage(found, { take: limit, after: cursor }, { usual: 20, most: 100 }));
	},

	/** The same. */
	getTokenBalances: ({ world: { state }, params, query: { chain = 'ethereum', limit, cursor } }) => {
		const found = balancesOf(state, chain, params.walletAddress);
		const { data, meta } = cursorPage(found, { take: limit, after: cursor }, { usual: 100, most: 100 });
		return ok({ data: data.map(({ record }) => record), meta });
	},

	/** The same. */
	getListings: ({ world: { state }, params, query: { chain = 'ethereum', limit, cursor } }) => {
		const found = state.listings.filter(
			(one) => one.chain === chain && isSameAddress(chain, one.seller, params.walletAddress),
		);
		return ok(cursorPage(found, { take: limit, after: cursor }, { usual: 20, most: 100 }));
	},
};
