import { createHmac, randomBytes } from 'node:crypto';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

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

/** A registration that could not be removed so far. */
export interface LeftBehind extends Place {
	/** How often its removal was tried. */
	attempts: number;
}

/**
 * What the trigger remembers of its webhook at the service, in the node's static data. The place is written before
 * anything is sent there. One that an older version wrote holds the id and the secret only.
 */
export interface Registration extends Partial<Place> {
	/** What signs the deliveries; one a line, where the service has added its own. */
	secret?: string;
	/** What stayed behind elsewhere, and is removed when that is possible. */
	left?: LeftBehind[];
}

/** How many places are remembered where something stayed behind, and how often it is tried to be removed. */
export const MAX_LEFT_BEHIND = 5;
export const MAX_REMOVAL_ATTEMPTS = 10;

/** The stored registration. Only create, checkExists and delete may write it: n8n loses or spoils other writes. */
export function registrationOf(context: IHookFunctions | IWebhookFunctions): Registration {
	return context.getWorkflowStaticData('node');
}

/** The place of the stored registration, if it is known. */
export function placeOf({ webhookId, baseUrl, realmId, url, key }: Registration): Place | undefined {
	if (baseUrl === undefined || realmId === undefined || url === undefined) return undefined;
	return { webhookId, baseUrl, realmId, url, key: key ?? '' };
}

/** Forgets the registration, but not what stayed behind elsewhere. */
export function forget(registration: Registration): void {
	for (const name of ['webhookId', 'secret', 'baseUrl', 'realmId', 'url', 'key']) delete registration[name];
}

/** Remembers what stayed behind, the newest last. */
export function remember(registration: Registration, left: readonly LeftBehind[]): void {
	if (left.length > 0) registration.left = left.slice(-MAX_LEFT_BEHIND);
	else delete registration.left;
}

/** A new signing secret: 32 random bytes in hexadecimal. */
export function newSecret(): string {
	return randomBytes(32).toString('hex');
}

/** The same for the same key, and nothing from which the key could be told. */
export function fingerprintOf(apiKey: string): string {
	return createHmac('sha256', apiKey)
		.update('rewards-engagement webhook registration v1')
		.digest('hex')
		.slice(0, 16);
}
