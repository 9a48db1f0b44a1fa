import { createHmac, randomBytes } from 'node:crypto';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isSameAddress, placeIn } from '../resources/webhook/remoteHooks';

/** Where a webhook is registered, or may be: enough to find it again whatever has changed since. */
export interface Place extends IDataObject {
	/** Unknown until the service has named it. */
	webhookId?: string;
	/** The base address of the service. */
	baseUrl: string;
	realmId: string;
	/** The address that the service calls. */
	url: string;
	/** Tells whether the credential's key is the one that was used there, see {@link fingerprintOf}. */
	key: string;
}

/**
 * What the trigger remembers of its webhook at the service, in the node's static data. The place is written before
 * anything is sent there.
 *
 * n8n writes the static data of a workflow whole, so an older copy may come back at any time. The secret of an address
 * therefore never changes, and that of another address follows from it.
 */
export interface Registration extends Partial<Place> {
	/** Signs the deliveries to `url`. Stays when the webhook is removed. */
	secret?: string;
	/** The secret of the first address. Those of later ones follow from it. */
	root?: string;
}

/** The stored registration. Only create, checkExists and delete may write it: n8n loses or spoils other writes. */
export function registrationOf(context: IHookFunctions | IWebhookFunctions): Registration {
	return context.getWorkflowStaticData('node');
}

/** The place of the stored registration, if there is one. */
export function placeOf({ webhookId, baseUrl, realmId, url, key }: Registration): Place | undefined {
	if (baseUrl === undefined || realmId === undefined || url === undefined) return undefined;
	return { webhookId, baseUrl, realmId, url, key: key ?? '' };
}

/** Forgets where the webhook is registered. The secret of its address stays. */
export function forgetPlace(registration: Registration): void {
	for (const name of ['webhookId', 'baseUrl', 'realmId', 'key']) delete registration[name];
}

/** Has the next registration begin with another secret. */
export function forgetSecret(registration: Registration): void {
	for (const name of ['secret', 'root']) delete registration[name];
}

/** The secret of an address: the stored one, or the one that follows from it. */
export function secretAt({ secret, root, url }: Registration, address: string): string | undefined {
	if (!secret || url === undefined || isSameAddress(url, address)) return secret || undefined;
	const hash = createHmac('sha256', root ?? secret);
	return hash.update(`rewards-engagement webhook secret v1 ${placeIn(address)}`).digest('hex');
}

/**
 * The secrets that deliveries may be signed with: the stored one, which may be of a former address until the trigger is
 * published again, and that of the address of now, if an older copy of the data is stored.
 */
export function acceptedSecrets(registration: Registration, address: string | undefined): string[] {
	const { secret } = registration;
	if (typeof secret !== 'string' || secret === '') return [];
	const current = address === undefined ? secret : secretAt(registration, address);
	return [...new Set([secret, current ?? secret])];
}

/** Stores the place where the trigger is about to be registered, with the secret of its address. */
export function enter(registration: Registration, place: Place): string {
	const { secret: former } = registration;
	// 32 random bytes in hexadecimal.
	const secret = secretAt(registration, place.url) ?? randomBytes(32).toString('hex');
	if (former !== undefined && former !== secret) registration.root ??= former;
	Object.assign(registration, place, { secret });
	return secret;
}

/** A hash that tells one key from another, and from which no key can be told. */
export function fingerprintOf(apiKey: string): string {
	return createHmac('sha256', apiKey)
		.update('rewards-engagement webhook registration v1')
		.digest('hex')
		.slice(0, 16);
}
