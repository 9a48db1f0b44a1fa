import { ok, type Handler } from '../../call';
import { notFound } from '../../errors';
import { find } from '../../state';

/** API document, section 4.7: on the chain asked for, or on any. 404 for an unknown NFT. */
export const getNft: Handler = ({ sandbox, params, query }) => {
	const { chain } = query as { chain?: string };
	const nft = sandbox.state.nfts.find(
		(candidate) =>
			candidate.contractAddress.toLowerCase() === params.contractAddress.toLowerCase() &&
			candidate.tokenId === params.tokenId &&
			(chain === undefined || candidate.chain === chain),
	);
	if (!nft) throw notFound('There is no such NFT.');
	return ok({ data: nft });
};

/** API document, section 4.1. 404 for an unknown activation, or an NFT it does not know. */
export const getActivationNftBalance: Handler = ({ sandbox, realm, params, query }) => {
	const { chain, includeNft } = query as { chain: string; includeNft: boolean };
	const { balances } = find(realm.activations, params.activationId, 'activation');
	const nft = sandbox.state.nfts.find(
		({ id, tokenId, ...candidate }) =>
			tokenId === params.tokenId && candidate.chain === chain && balances.has(id),
	);
	if (!nft) throw notFound('The activation has no such NFT.');
	return ok({ data: { ...(includeNft ? nft : {}), balances: balances.get(nft.id) ?? [] } });
};
