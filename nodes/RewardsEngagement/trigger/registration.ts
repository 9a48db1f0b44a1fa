import { createHmac, randomBytes } from 'node:crypto';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isSameAddress, placeIn } from '../resources/webhook/remoteHooks';

/** The place where a webhook is or may be registered. It is enough to find the webhook again after any change. */
export interface Place extends IDataObject {
	/** Unknown until the service has responded with it. */
	webhookId?: string;
	/** The base address of the service. */
	baseUrl: string;
	realmId: string;
	/** The address that the service calls. */
	url: string;
	/** Shows whether the credential's key is the one that was used there, see {@link fingerprintOf}. */
	key: string;
}

/**
 * The trigger's data about its webhook at the service, in the node's static data. The place is stored before any
 * request is sent there.
 *
 * n8n writes the static data of a workflow as a whole, so an older copy may come back at any time. So the secret of
 * an address never changes, and the secret of another address is derived from it.
 */
export interface Registration extends Partial<Place> {
	/** Signs the deliveries to `url`. It is kept when the webhook is removed. */
	secret?: string;
	/** The secret of the first address. Secrets of later addresses are derived from it. */
	root?: string;
}

/**
 * The stored registration. Only create, checkExists and delete may write it, because n8n loses or damages other
 * writes.
 */
export function registrationOf(context: IHookFunctions | IWebhookFunctions): Registration {
	return context.getWorkflowStaticData('node');
}

/** The place of the stored registration, if there is one. */
export function placeOf({ webhookId, baseUrl, realmId, url, key }: Registration): Place | undefined {
	if (baseUrl === undefined || realmId === undefined || url === undefined) return undefined;
	return { webhookId, baseUrl, realmId, url, key: key ?? '' };
}

/** Forgets where the webhook is registered. The secret of its address is kept. */
export function forgetPlace(registration: Registration): void {
	for (const name of ['webhookId', 'baseUrl', 'realmId', 'key']) delete registration[name];
}

/** Makes the next registration start with another secret. */
export function forgetSecret(registration: Registration): void {
	for (const name of ['secret', 'root']) delete registration[name];
}

/** The secret of an address: the stored one, or one derived from it. */
export function secretAt({ secret, root, url }: Registration, address: string): string | undefined {
	if (!secret || url === undefined || isSameAddress(url, address)) return secret || undefined;
	const hash = createHmac('sha256', root ?? secret);
	return hash.update(`rewards-engagement webhook secret v1 ${placeIn(address)}`).digest('hex');
}

/**
 * The secrets that may sign deliveries. The stored one may belong to a former address until the trigger is published
 * again. If an older copy of the data is stored, the secret of the present address is derived.
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

/** A hash that distinguishes keys, but does not reveal them. */
export function fingerprintOf(apiKey: string): string {
	return createHmac('sha256', apiKey)
		.update('rewards-engagement webhook registration v1')
		.digest('hex')
		.slice(0, 16);
}
