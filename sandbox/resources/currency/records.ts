import { notFound } from '../../base/errors';
import type { Realm, Schemas } from '../../base/state';

export type Currency = Schemas['Currency'];

export type Period = Schemas['Period'];

declare module '../../base/state' {
	interface Realm {
		currencies: Map<string, Currency>;
	}
}

/** The currency that moves when a request names none. */
export function defaultCurrency(realm: Realm): Currency {
	const currency = [...realm.currencies.values()].find((candidate) => candidate.default);
	if (!currency) throw notFound('The realm has no default currency.');
	return currency;
}
