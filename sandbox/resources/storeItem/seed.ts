import { realmIds, seedId } from '../../base/ids';
import { byId, type Realm } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';
import type { Item, StoreItem } from './records';

export const ids = {
	storeItems: { poster: seedId('storeItem', 1), mug: seedId('storeItem', 2), badge: seedId('storeItem', 3) },
} as const;

/** An item that a store or a raffle gives away. */
export function item(number: number, name: string, type: 'DIGITAL' | 'PHYSICAL' | 'NFT'): Item {
	return {
		id: seedId('item', number),
		name,
		description: `${name} of the Lighthouse Club`,
		type,
		metadata: {},
	};
}

function seedStoreItems(): StoreItem[] {
	const { stars, gems } = currencyIds.currencies;
	const common = { requiredMetadata: [], maxPerUser: null };
	return [
		{
			...common,
			id: ids.storeItems.poster,
			item: item(1, 'Poster', 'DIGITAL'),
			currencyId: stars,
			price: 100,
			stock: null,
		},
		{
			...common,
			id: ids.storeItems.mug,
			item: item(2, 'Mug', 'PHYSICAL'),
			requiredMetadata: ['address'],
			currencyId: stars,
			price: 250,
			stock: 40,
		},
		{
			...common,
			id: ids.storeItems.badge,
			item: item(3, 'Badge', 'NFT'),
			currencyId: gems,
			price: 3,
			stock: 100,
		},
	];
}

export function seedRealm({ id }: Realm): Partial<Realm> {
	return { storeItems: byId(id === realmIds.realm ? seedStoreItems() : []) };
}
