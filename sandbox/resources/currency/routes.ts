import { currencyAnalytics, realmAnalytics, type Period } from './analytics';
import { ok, type Handler } from '../../call';
import { find, type Currency } from '../../state';

/** API document, section 4.4: sets the fields given. 404 for an unknown currency. */
export const updateCurrency: Handler = ({ realm, params, body }) => {
	const currency = find(realm.currencies, params.currencyId, 'currency');
	const { name, emoji, metadata, default: isDefault } = { ...currency, ...(body as Partial<Currency>) };
	// A realm has one default currency: a new one takes over from the old one.
	if (isDefault) for (const other of realm.currencies.values()) other.default = false;
	Object.assign(currency, {
		name,
		emoji,
		metadata,
		default: isDefault,
		updatedAt: new Date().toISOString(),
	});
	return ok(currency);
};

/** API document, section 4.8, over 30 days unless the query says otherwise. */
export const getRealmAnalytics: Handler = ({ realm, query }) => {
	const { period = '30d' } = query as { period?: Period };
	return ok({ data: realmAnalytics(realm, period) });
};

/** API document, section 4.9. 404 for an unknown currency. */
export const getCurrencyAnalytics: Handler = ({ realm, params, query }) => {
	const { period, includeTopHolders, topHoldersLimit } = query as {
		period: Period;
		includeTopHolders: boolean;
		topHoldersLimit: number;
	};
	const { id } = find(realm.currencies, params.currencyId, 'currency');
	return ok({ data: currencyAnalytics(realm, id, period, includeTopHolders ? topHoldersLimit : 0) });
};
