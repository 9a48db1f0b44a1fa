import type { Schemas, With } from '../../base/state';

/** A purchase. Its store item is stored separately, and the API does not show its member. */
export type Purchase = With<
	Omit<Schemas['Purchase'], 'storeItem'>,
	'id' | 'quantity' | 'totalPrice' | 'status' | 'createdAt' | 'isFinalized' | 'metadata'
> & { memberId: string; storeItemId: string };

declare module '../../base/state' {
	interface Realm {
		purchases: Map<string, Purchase>;
	}
}
