import { created, noContent, ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { refusal } from '../../base/errors';
import { newId } from '../../base/ids';
import { page } from '../../base/pages';
import { find, type Realm, type State } from '../../base/state';
import { currencyAnalytics, realmAnalytics } from './analytics';
import { sharedWith } from './movable';
import { OWNED, type Currency } from './records';

/** A realm probably has only one default currency, so a new one replaces the old one. */
function takeOver(realm: Realm): void {
	for (const other of realm.currencies.values()) other.default = false;
}

/** Sets the given fields. Null counts as a value. @throws {ServiceError} 404 for an unknown currency */
function updated(realm: Realm, currencyId: string, fields: Partial<Currency>): Currency {
	const currency = find(realm.currencies, currencyId, 'currency');
	if (fields.default) takeOver(realm);
	const given = Object.entries(fields).filter(([, value]) => value !== undefined);
	return Object.assign(currency, Object.fromEntries(given), { updatedAt: now() });
}

/** The realm's own currencies and the shared ones. A shared one is never its default. */
function visible(state: State, realm: Realm): Currency[] {
	const shared = sharedWith(state, realm).map(({ currency, parent, share }) => ({
		...currency,
		default: false,
		ownership: 'SHARED' as const,
		shareStatus: share.status,
		parentRealmId: parent.id,
		parentRealmName: parent.name,
		permissions: share.permissions,
	}));
	return [...realm.currencies.values(), ...shared];
}

export const routes: Routes<'currency'> = {
	/** API document, section 4.4: sets the given fields. 404 for an unknown currency. */
	update: ({ realm, params, body: { name, emoji, metadata, default: isDefault } }) =>
		ok(updated(realm, params.currencyId, { name, emoji, metadata, default: isDefault })),

	/** The newer path, which has one more field. 404 for an unknown currency. */
	updateInRealm: ({ realm, params, body }) => {
		const { name, emoji, customEmojiUrl, metadata, default: isDefault } = body;
		return ok(
			updated(realm, params.currencyId, { name, emoji, customEmojiUrl, metadata, default: isDefault }),
		);
	},

	/** One page of the currencies that match the query. */
	getMany: ({ world, realm, query }) => {
		const { search = '', sortBy, sortOrder = 'asc', includeArchived, status, isDefault } = query;
		const fits = ({ name, archived, default: isOne }: Currency) =>
			name.toLowerCase().includes(search.toLowerCase()) &&
			(status === undefined ? includeArchived === true || !archived : archived === (status === 'archived')) &&
			(isDefault === undefined || isOne === isDefault);
		const found = visible(world.state, realm).filter(fits);
		return ok(page(found, { ...query, sortBy, sortOrder }, { usual: 10, most: 100 }));
	},

	create: ({ realm, body }) => {
		const { name, emoji = null, customEmojiUrl = null, metadata = {}, default: isDefault = false } = body;
		if (isDefault) takeOver(realm);
		const currency: Currency = {
			...OWNED,
			id: newId(),
			realmId: realm.id,
			name,
			emoji,
			customEmojiUrl,
			metadata,
			default: isDefault,
			createdAt: now(),
			updatedAt: now(),
			archived: false,
			archivedAt: null,
		};
		realm.currencies.set(currency.id, currency);
		return created(currency);
	},

	/** 404 for an unknown currency. */
	get: ({ world, realm, params }) => {
		const seen = visible(world.state, realm).map((currency) => [currency.id, currency] as const);
		return ok(find(new Map(seen), params.currencyId, 'currency'));
	},

	/** 404 for an unknown currency, 400 for the default one. */
	archive: ({ realm, params }) => {
		const currency = find(realm.currencies, params.currencyId, 'currency');
		if (currency.default) throw refusal('Bad Request', 'The default currency cannot be archived.');
		const archivedAt = currency.archivedAt ?? now();
		Object.assign(currency, { archived: true, archivedAt, updatedAt: now() });
		return noContent;
	},

	/** 404 for an unknown currency. */
	unarchive: ({ realm, params }) => {
		const currency = find(realm.currencies, params.currencyId, 'currency');
		Object.assign(currency, { archived: false, archivedAt: null, updatedAt: now() });
		return noContent;
	},

	/** Merges the top-level fields. 404 for an unknown currency. */
	updateMetadata: ({ realm, params, body: { metadata } }) => {
		const currency = find(realm.currencies, params.currencyId, 'currency');
		Object.assign(currency, { metadata: { ...currency.metadata, ...metadata }, updatedAt: now() });
		return noContent;
	},

	/** API document, section 4.8, over 30 days by default. */
	getRealmAnalytics: ({ realm, query: { period = '30d' } }) => ok({ data: realmAnalytics(realm, period) }),

	/** API document, section 4.9. 404 for an unknown currency. */
	getAnalytics: ({ realm, params, query }) => {
		const { period = '30d', includeTopHolders = false, topHoldersLimit = 10 } = query;
		const { id } = find(realm.currencies, params.currencyId, 'currency');
		return ok({ data: currencyAnalytics(realm, id, period, includeTopHolders ? topHoldersLimit : 0) });
	},
};
