import { ok, type Routes } from '../../base/call';
import { notFound } from '../../base/errors';
import { find } from '../../base/state';
import { nftBalances } from '../activation/balances';
import { isOf } from '../chain/onChain';
import type { Chain } from '../chain/records';

export const routes: Routes<'nft'> = {
	/** API document, section 4.7: reads from the requested chain. 404 for an unknown NFT. */
	get: ({ world, params, query: { chain = 'ethereum' } }) => {
		const isIt = isOf({ chain, contractAddress: params.contractAddress });
		const nft = world.state.nfts.find((one) => isIt(one) && one.tokenId === params.tokenId);
		if (!nft) throw notFound('There is no such NFT.');
		return ok({ data: nft });
	},

	/** API document, extended 7.4: the offers for one NFT. 404 for an unknown NFT. */
	getListings: ({ world: { state }, params, query: { chain = 'ethereum' } }) => {
		const isIt = (one: { chain: Chain; contractAddress: string; tokenId: string }) =>
			isOf({ chain, contractAddress: params.contractAddress })(one) && one.tokenId === params.tokenId;
		if (!state.nfts.some(isIt)) throw notFound('There is no such NFT.');
		return ok({ data: state.listings.filter(isIt) });
	},

	/** API document, section 4.1. 404 for an unknown activation or NFT. */
	getBalance: ({ world, realm, params, query: { chain = 'ethereum', includeNft = false } }) => {
		const activation = find(realm.activations, params.activationId, 'activation');
		const nft = world.state.nfts.find(
			({ id, tokenId, ...candidate }) =>
				tokenId === params.tokenId && candidate.chain === chain && activation.owners.has(id),
		);
		if (!nft) throw notFound('The activation has no such NFT.');
		return ok({ data: { ...(includeNft ? nft : {}), balances: nftBalances(realm, activation, nft.id) } });
	},
};
