import { daysAgo, isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { issuer, nftHolder } from '../../base/ledger';
import { byId, type Realm } from '../../base/state';
import { isSameAddress, ownersOf } from '../chain/records';
import { ids as chainIds, seedHoldings, seedNfts } from '../chain/seed';
import { ids as currencyIds } from '../currency/seed';
import type { Activation, ActivationConfig, Credit } from './records';

export const ids = {
	/** For the Lamp keepers, on Ethereum. It generates points. */
	activation: seedId('activation', 1),
	activations: {
		lampKeepers: seedId('activation', 1),
		/** For the Harbour badges, on Polygon. */
		badges: seedId('activation', 2),
		/** For Lamp oil, a token. */
		oil: seedId('activation', 3),
	},
	activationConfigs: {
		generator: seedId('activationConfig', 1),
		sales: seedId('activationConfig', 2),
		passive: seedId('activationConfig', 3),
	},
	/** The NFTs of the Lamp keepers by token id, with the names of their records. */
	lampKeepers: Object.fromEntries(
		seedNfts()
			.filter(({ chain }) => chain === chainIds.collections.lampKeepers.chain)
			.map(({ tokenId, id }) => [tokenId, id]),
	),
} as const;

/** The only NFT that has earned points. Ada owns it. */
const EARNER = seedId('nft', 1);

function config(id: string, more: Pick<ActivationConfig, 'configType' | 'settings'>): ActivationConfig {
	return { id, ...more, createdAt: isoDaysAgo(60), updatedAt: isoDaysAgo(60) };
}

function activation(
	id: string,
	more: Pick<Activation, 'activationType' | 'contractAddress' | 'chain' | 'displayName'> &
		Partial<Activation>,
): Activation {
	const holdings = seedHoldings();
	const { chain, contractAddress } = more;
	return {
		id,
		collectionKey: null,
		configs: [],
		createdAt: isoDaysAgo(60),
		updatedAt: isoDaysAgo(60),
		owners: new Map(
			seedNfts()
				.filter((nft) => nft.chain === chain && isSameAddress(chain, nft.contractAddress, contractAddress))
				.map((nft) => [nft.id, ownersOf(holdings, nft)]),
		),
		credits: [],
		links: new Set(),
		linkedMembers: new Set(),
		...more,
	};
}

function seedActivations(): Activation[] {
	const { collections, tokens } = chainIds;
	const { activations, activationConfigs } = ids;
	const { stars, gems } = currencyIds.currencies;
	const credits: Credit[] = [
		{
			nftId: EARNER,
			realmPointId: stars,
			lastCredited: isoDaysAgo(4),
			lastCreditedBy: 40,
			pointMetadata: null,
		},
		{
			nftId: EARNER,
			realmPointId: gems,
			lastCredited: isoDaysAgo(9),
			lastCreditedBy: 1,
			pointMetadata: { season: 'autumn' },
		},
	];
	return [
		activation(activations.lampKeepers, {
			...collections.lampKeepers,
			activationType: 'nft',
			collectionKey: 'lamp-keepers',
			displayName: 'Lamp keepers',
			credits,
			configs: [
				config(activationConfigs.generator, { configType: 'generator', settings: { pointsPerDay: 10 } }),
				config(activationConfigs.sales, {
					configType: 'sales',
					settings: { targetUrl: 'https://receiver.example/sales', webhookId: null },
				}),
			],
		}),
		activation(activations.badges, {
			...collections.badges,
			activationType: 'erc1155',
			displayName: 'Harbour badges',
			configs: [config(activationConfigs.passive, { configType: 'passive', settings: {} })],
		}),
		activation(activations.oil, {
			chain: tokens.oil.chain,
			contractAddress: tokens.oil.address,
			activationType: 'token',
			displayName: null,
		}),
	];
}

export function seedRealm({ id, ledger }: Realm): Partial<Realm> {
	if (id !== realmIds.realm) return { activations: new Map() };
	const { stars, gems } = currencyIds.currencies;
	const to = nftHolder(ids.activation, EARNER);
	const earn = (currencyId: string, amount: number, days: number) =>
		ledger.move({ currencyId, from: issuer, to, amount, memo: 'NFT credited', at: daysAgo(days) });
	earn(stars, 300, 30);
	earn(stars, 40, 4);
	earn(gems, 1, 30);
	earn(gems, 1, 9);
	return { activations: byId(seedActivations()) };
}
