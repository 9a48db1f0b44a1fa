import type { Schemas, With } from '../../base/state';

export type Item = Required<Omit<Schemas['Item'], 'image'>> & { image?: string };

export type StoreItem = With<
	Omit<Schemas['StoreItem'], 'realmPoint' | 'item'>,
	'id' | 'currencyId' | 'price'
> & {
	item: Item;
	/** Null when there is no end to it. */
	stock: number | null;
	/** Null when one may have as many as one likes. */
	maxPerUser: number | null;
	/** The names of what a buyer must state. */
	requiredMetadata: string[];
};

declare module '../../base/state' {
	interface Realm {
		storeItems: Map<string, StoreItem>;
	}
}
