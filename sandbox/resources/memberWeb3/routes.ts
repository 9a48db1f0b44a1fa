import { noContent, ok, type Routes } from '../../base/call';
import { badRequest } from '../../base/errors';
import { cursorPage, nextMeta } from '../../base/pages';
import { find, type Realm } from '../../base/state';
import { nftBalances } from '../activation/balances';
import type { Activation } from '../activation/records';
import { isSameAddress } from '../chain/records';
import { activationsOf, claimableBy, isWalletOf, totals } from './owned';

/** The type of activations for each kind of claim. */
const CLAIMED = { nft: 'nft', erc1155: 'erc1155', tokens: 'token' } as const;

/**
 * The named activations, or all that generate points. @throws {ServiceError} 404 for an unknown one, 400 for one that
 * generates none
 */
function generators(realm: Realm, activationIds?: readonly string[]): Activation[] {
	const generates = ({ configs }: Activation) => configs.some(({ configType }) => configType === 'generator');
	if (activationIds === undefined) return activationsOf(realm).filter(generates);
	const named = activationIds.map((id) => find(realm.activations, id, 'activation'));
	const other = named.find((activation) => !generates(activation));
	if (other) throw badRequest(`The activation ${other.id} has no generator.`);
	return named;
}

export const routes: Routes<'memberWeb3'> = {
	/** 404 for an unknown member. */
	getBalances: ({ world: { state }, realm, params }) => {
		const member = find(realm.members, params.serviceId, 'member');
		const byActivation = activationsOf(realm).map((activation) => ({
			activationId: activation.id,
			balances: claimableBy(realm, member, activation),
		}));
		const followed = activationsOf(realm).filter(({ activationType }) => activationType === 'token');
		const tokenBalances = state.tokenHoldings
			.filter(({ chain, wallet }) => isWalletOf(member, chain, wallet))
			.filter(({ chain, address }) =>
				followed.some((one) => one.chain === chain && isSameAddress(chain, one.contractAddress, address)),
			)
			.map(({ chain, address, balance }) => ({
				token: state.tokens.find((token) => token.chain === chain && token.address === address),
				balance,
			}));
		return ok({
			data: {
				claimableBalances: totals(byActivation.flatMap(({ balances }) => balances)),
				claimableBalancesByActivation: byActivation
					.map(({ activationId, balances }) => ({ activationId, balances: totals(balances) }))
					.filter(({ balances }) => balances.length > 0),
				tokenBalances,
			},
		});
	},

	/** Uses the owners of the last sync. 404 for an unknown member or activation, 400 for an invalid cursor. */
	getNfts: ({ world: { state }, realm, params, query }) => {
		const { limit, cursor, activationId, includeBalances = false, includeAttributes = false } = query;
		const member = find(realm.members, params.serviceId, 'member');
		const owned = activationsOf(realm, activationId).flatMap((activation) =>
			state.nfts
				.filter(({ id }) =>
					activation.owners.get(id)?.some(({ wallet }) => isWalletOf(member, activation.chain, wallet)),
				)
				.map((nft) => ({
					...nft,
					attributes: includeAttributes ? nft.attributes : [],
					balances: includeBalances ? nftBalances(realm, activation, nft.id) : [],
				})),
		);
		const { data, meta } = cursorPage(owned, { take: limit, after: cursor });
		return ok({ data, meta: nextMeta(meta) });
	},

	/** Moves all claimed points from the NFTs to the member at once. 404 for an unknown member or activation. */
	claim: ({ realm, params, body: { claimType, activationId, nftIds } }) => {
		const member = find(realm.members, params.serviceId, 'member');
		const claimed = activationsOf(realm, activationId)
			.filter(({ activationType }) => claimType === 'all' || CLAIMED[claimType] === activationType)
			.flatMap((activation) => claimableBy(realm, member, activation))
			.filter(({ nftId }) => nftIds === undefined || nftIds.includes(nftId));
		realm.ledger.atomically(() => {
			for (const { holder, realmPointId, balance } of claimed) {
				const memo = 'Claimed';
				realm.ledger.move({ currencyId: realmPointId, from: holder, to: member.id, amount: balance, memo });
			}
		});
		return noContent;
	},

	/** 404 for an unknown member or activation, 400 for an activation without a generator. */
	linkNfts: ({ realm, params, body }) => {
		const { id } = find(realm.members, params.serviceId, 'member');
		for (const { linkedMembers } of generators(realm, body?.activationIds)) linkedMembers.add(id);
		return noContent;
	},

	unlinkNfts: ({ realm, params, body }) => {
		const { id } = find(realm.members, params.serviceId, 'member');
		for (const { linkedMembers } of generators(realm, body?.activationIds)) linkedMembers.delete(id);
		return noContent;
	},
};
