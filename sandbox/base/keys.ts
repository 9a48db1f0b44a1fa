import { forbidden, notFound, unauthorized } from './errors';

/** Every scope a key can have. */
export const allScopes = [
	'realm:read',
	'members:read',
	'members:write',
	'points:write',
	'quests:read',
	'quests:write',
	'store:read',
	'store:write',
	'admin:read',
	'webhooks:write',
] as const;

export interface ApiKey {
	/** The name in logs. The value itself is never logged. */
	name: string;
	value: string;
	realmId: string;
	scopes: readonly string[];
	/** Client id of the app the key belongs to, for the consent flow. */
	clientId?: string;
	expiresAt?: Date;
}

/**
 * Finds the key of an Authorization header.
 *
 * @param header the header as received. `Bearer <key>` is the only accepted form.
 * @throws {ServiceError} 401 when the header is missing or malformed, or the key is unknown or expired
 */
export function authenticate(header: string | undefined, keys: readonly ApiKey[]): ApiKey {
	if (header === undefined) throw unauthorized('The Authorization header is missing.');
	const value = /^Bearer (\S+)$/.exec(header)?.[1];
	if (value === undefined) throw unauthorized('The Authorization header must be "Bearer" and the key.');
	const key = keys.find((candidate) => candidate.value === value);
	if (!key) throw unauthorized('The API key is unknown.');
	if (key.expiresAt && key.expiresAt.getTime() <= Date.now()) throw unauthorized('The API key has expired.');
	return key;
}

/**
 * Checks that a key may use an operation.
 *
 * @throws {ServiceError} 403 with the first missing scope
 */
export function requireScopes(key: ApiKey, scopes: readonly string[]): void {
	const missing = scopes.find((scope) => !key.scopes.includes(scope));
	if (missing !== undefined) throw forbidden(`The API key lacks the permission ${missing}.`);
}

/**
 * Checks that a key belongs to a realm.
 *
 * @throws {ServiceError} 404 for a realm that does not exist, 403 for a realm of another key
 */
export function requireRealm(key: ApiKey, realmId: string, realmExists: boolean): void {
	if (!realmExists) throw notFound('There is no such realm.');
	if (key.realmId !== realmId) throw forbidden('The API key belongs to another realm.');
}
