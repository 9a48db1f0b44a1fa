import type { Schemas, With } from '../../base/state';

export type Item = Required<Omit<Schemas['Item'], 'image'>>;

export type StoreItem = With<
	Omit<Schemas['StoreItem'], 'realmPoint' | 'item'>,
	'id' | 'currencyId' | 'price'
> & {
	item: Item;
	/** Null when there is no end to it. */
	stock: number | null;
};

declare module '../../base/state' {
	interface Realm {
		storeItems: Map<string, StoreItem>;
	}
}
