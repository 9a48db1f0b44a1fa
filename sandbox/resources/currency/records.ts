import { notFound } from '../../base/errors';
import type { Realm, Schemas } from '../../base/state';

export type Currency = Required<Schemas['Currency']>;

/** The fields that mark a currency as the realm's own. */
export const OWNED = {
	customEmojiUrl: null,
	scopes: [],
	ownership: 'OWNED',
	shareStatus: null,
	parentRealmId: null,
	parentRealmName: null,
	permissions: null,
} satisfies Partial<Currency>;

export type Period = Schemas['Period'];

/** A currency of one realm, the parent, that another realm, the child, may use. */
export interface Share {
	id: string;
	parentRealmId: string;
	childRealmId: string;
	realmPointId: string;
	/** Of `view`, `earn` and `spend`. */
	permissions: string[];
	status: 'PENDING' | 'ACCEPTED' | 'REJECTED';
	createdAt: string;
}

declare module '../../base/state' {
	interface Realm {
		currencies: Map<string, Currency>;
	}
	interface State {
		shares: Map<string, Share>;
	}
}

/** The currency for a request without one. */
export function defaultCurrency(realm: Realm): Currency {
	const currency = [...realm.currencies.values()].find((candidate) => candidate.default);
	if (!currency) throw notFound('The realm has no default currency.');
	return currency;
}
