import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { byId, type Realm, type State } from '../../base/state';
import { ids as chainIds } from '../chain/seed';
import { ids as currencyIds } from '../currency/seed';
import type { Activation, Nft } from './records';

const NFT_ID = seedId('nft', 1);

export const ids = {
	activation: seedId('activation', 1),
	nft: { ...chainIds.collections.lampKeepers, tokenId: '7' },
} as const;

const { wallets, collections } = chainIds;

/** The NFTs of the collections; of one of which there are many, `owner` is who made it. */
function seedNfts(): Nft[] {
	const lampKeeper = (number: number, tokenId: string, owner: string, shift: string): Nft => ({
		id: seedId('nft', number),
		...collections.lampKeepers,
		tokenId,
		owner,
		name: `Lamp keeper #${tokenId}`,
		description: 'Keeps the lamp burning.',
		image: `https://images.example/lamp-keeper-${tokenId}.png`,
		attributes: [{ trait_type: 'Shift', value: shift }],
	});
	const other = (
		number: number,
		place: Pick<Nft, 'chain' | 'contractAddress' | 'tokenId' | 'owner'>,
		name: string,
	): Nft => ({
		id: seedId('nft', number),
		...place,
		name,
		description: `${name}, of the harbour.`,
		image: `https://images.example/nft-${number}.png`,
		attributes: [],
	});
	return [
		lampKeeper(1, '7', wallets.ada, 'Night'),
		lampKeeper(2, '1', wallets.ada, 'Day'),
		lampKeeper(3, '2', wallets.bruno, 'Night'),
		lampKeeper(4, '3', wallets.bruno, 'Day'),
		lampKeeper(5, '4', wallets.chen, 'Night'),
		lampKeeper(6, '5', wallets.dalia, 'Day'),
		lampKeeper(7, '6', wallets.outsider, 'Night'),
		other(8, { ...collections.badges, tokenId: '1', owner: wallets.outsider }, 'Bronze badge'),
		other(9, { ...collections.badges, tokenId: '2', owner: wallets.outsider }, 'Silver badge'),
		other(10, { ...collections.tideGlass, tokenId: '1', owner: wallets.daliaSolana }, 'Green glass'),
		other(11, { ...collections.tideGlass, tokenId: '2', owner: wallets.daliaSolana }, 'Blue glass'),
	];
}

function seedActivation(): Activation {
	const { stars, gems } = currencyIds.currencies;
	const balances = [
		{
			realmPointId: stars,
			balance: 340,
			lastCredited: isoDaysAgo(4),
			lastCreditedBy: 40,
			pointMetadata: null,
		},
		{
			realmPointId: gems,
			balance: 2,
			lastCredited: isoDaysAgo(9),
			lastCreditedBy: 1,
			pointMetadata: { season: 'autumn' },
		},
	];
	return { id: ids.activation, balances: new Map([[NFT_ID, balances]]) };
}

export function seedRealm({ id }: Realm): Partial<Realm> {
	return { activations: byId(id === realmIds.realm ? [seedActivation()] : []) };
}

export const seedState = (): Partial<State> => ({ nfts: seedNfts() });
