import { daysAgo } from '../base/dates';
import { allScopes, type ApiKey } from '../base/keys';
import { byId, type Realm, type State } from '../base/state';
import { ids, resources } from './index';
import { seedRealms } from './realm/seed';

/** The seeded keys by purpose. */
export const keys = {
	/** Has every scope, and belongs to the seeded app. */
	admin: 'sandbox-key-admin',
	/** Has every scope, and belongs to the other app. */
	otherApp: 'sandbox-key-other-app',
	/** Has every scope, and belongs to no app. */
	noApp: 'sandbox-key-no-app',
	/** Has only the scopes for reading. */
	readOnly: 'sandbox-key-read-only',
	/** Has every scope except webhooks:write. */
	noWebhooks: 'sandbox-key-no-webhooks',
	/** Has every scope in the other realm. */
	otherRealm: 'sandbox-key-other-realm',
	expired: 'sandbox-key-expired',
} as const;

function seedKeys(): ApiKey[] {
	const key = (name: keyof typeof keys, more: Partial<ApiKey> = {}): ApiKey => ({
		name,
		value: keys[name],
		realmId: ids.realm,
		scopes: allScopes,
		...more,
	});
	return [
		key('admin', { clientId: ids.app.clientId }),
		key('otherApp', { clientId: ids.otherApp.clientId }),
		key('noApp'),
		key('readOnly', { scopes: allScopes.filter((scope) => scope.endsWith(':read')) }),
		key('noWebhooks', { scopes: allScopes.filter((scope) => scope !== 'webhooks:write') }),
		key('otherRealm', { realmId: ids.otherRealm }),
		key('expired', { expiresAt: daysAgo(1) }),
	];
}

/** A new state: two realms with the records of every resource, and the keys. Dates are relative to now. */
export function seed(): State {
	// Complete once every resource has added its collections.
	const realms = seedRealms() as Realm[];
	const state = { keys: seedKeys(), realms: byId(realms) } as State;
	for (const realm of realms) {
		for (const { seedRealm } of resources) Object.assign(realm, seedRealm?.(realm));
	}
	for (const { seedState } of resources) Object.assign(state, seedState?.(state));
	return state;
}
