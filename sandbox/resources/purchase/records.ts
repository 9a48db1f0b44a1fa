import type { Schemas, With } from '../../base/state';

/** A purchase; its store item is kept by itself, and its member is not shown. */
export type Purchase = With<
	Omit<Schemas['Purchase'], 'storeItem'>,
	'id' | 'quantity' | 'totalPrice' | 'status' | 'createdAt' | 'isFinalized' | 'metadata'
> & { memberId: string; storeItemId: string };

declare module '../../base/state' {
	interface Realm {
		purchases: Map<string, Purchase>;
	}
}
