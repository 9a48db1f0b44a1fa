import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { byId, type Realm, type State } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';
import type { Activation, Nft } from './records';

const NFT_ID = seedId('nft', 1);

export const ids = {
	activation: seedId('activation', 1),
	nft: { contractAddress: '0x5a9d00000000000000000000000000000000c0de', tokenId: '7', chain: 'ethereum' },
} as const;

const seedNft = (): Nft => ({
	id: NFT_ID,
	...ids.nft,
	owner: '0x0000000000000000000000000000000000000001',
	name: 'Lamp keeper #7',
	description: 'Keeps the lamp burning.',
	image: 'https://images.example/lamp-keeper-7.png',
	attributes: [{ trait_type: 'Shift', value: 'Night' }],
});

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

export const seedState = (): Partial<State> => ({ nfts: [seedNft()] });
