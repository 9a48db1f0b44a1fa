import type { Schemas, With } from '../../base/state';

export type Item = Required<Omit<Schemas['Item'], 'image'>> & { image?: string };

export type StoreItem = With<
	Omit<Schemas['StoreItem'], 'realmPoint' | 'item'>,
	'id' | 'currencyId' | 'price'
> & {
	item: Item;
	/** Null for no limit. */
	stock: number | null;
	/** Null for no limit. */
	maxPerUser: number | null;
	/** The names of the fields that a buyer must fill in. */
	requiredMetadata: string[];
};

declare module '../../base/state' {
	interface Realm {
		storeItems: Map<string, StoreItem>;
	}
}
