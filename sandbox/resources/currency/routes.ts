import { ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { find } from '../../base/state';
import { currencyAnalytics, realmAnalytics } from './analytics';

export const routes: Routes<'currency'> = {
	/** API document, section 4.4: sets the fields given. 404 for an unknown currency. */
	update: ({ realm, params, body }) => {
		const currency = find(realm.currencies, params.currencyId, 'currency');
		const { name, emoji, metadata, default: isDefault } = { ...currency, ...body };
		// A realm has one default currency: a new one takes over from the old one.
		if (isDefault) for (const other of realm.currencies.values()) other.default = false;
		Object.assign(currency, { name, emoji, metadata, default: isDefault, updatedAt: now() });
		return ok(currency);
	},

	/** API document, section 4.8, over 30 days unless the query says otherwise. */
	getRealmAnalytics: ({ realm, query: { period = '30d' } }) => ok({ data: realmAnalytics(realm, period) }),

	/** API document, section 4.9. 404 for an unknown currency. */
	getAnalytics: ({ realm, params, query }) => {
		const { period = '30d', includeTopHolders = false, topHoldersLimit = 10 } = query;
		const { id } = find(realm.currencies, params.currencyId, 'currency');
		return ok({ data: currencyAnalytics(realm, id, period, includeTopHolders ? topHoldersLimit : 0) });
	},
};
