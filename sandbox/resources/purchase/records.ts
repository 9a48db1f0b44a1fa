import type { Schemas } from '../../base/state';

/** A purchase; its store item is kept by itself, and its member is not shown. */
export type Purchase = Omit<Schemas['Purchase'], 'storeItem'> & { memberId: string; storeItemId: string };

declare module '../../base/state' {
	interface Realm {
		purchases: Map<string, Purchase>;
	}
}
