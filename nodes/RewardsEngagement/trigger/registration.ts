import { randomBytes } from 'node:crypto';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** The place where a webhook is or may be registered. It is enough to find the webhook again after any change. */
export interface Place extends IDataObject {
	/** Unknown until the service has responded with it. */
	webhookId?: string;
	/** The base address of the service. */
	baseUrl: string;
	realmId: string;
	/** The address that the service calls. */
	url: string;
}

/**
 * The trigger's data about its webhook at the service, in the node's static data. The place is stored before any
 * request is sent there.
 *
 * n8n writes the static data of a workflow as a whole, so an older copy may come back at any time. So the secret is
 * made once and never changes.
 */
export interface Registration extends Partial<Place> {
	/** Signs all deliveries. It is kept when the webhook is removed. */
	secret?: string;
}

/**
 * The stored registration. Only create, checkExists and delete may write it, because n8n loses or damages other
 * writes.
 */
export function registrationOf(context: IHookFunctions | IWebhookFunctions): Registration {
	return context.getWorkflowStaticData('node');
}

/** The place of the stored registration, if there is one. */
export function placeOf({ webhookId, baseUrl, realmId, url }: Registration): Place | undefined {
	if (baseUrl === undefined || realmId === undefined || url === undefined) return undefined;
	return { webhookId, baseUrl, realmId, url };
}

/** Forgets where the webhook is registered. The secret is kept. */
export function forgetPlace(registration: Registration): void {
	for (const name of ['webhookId', 'baseUrl', 'realmId', 'url']) delete registration[name];
}

/** Stores the place where the trigger is about to be registered. Returns the secret. */
export function enter(registration: Registration, place: Place): string {
	// 32 random bytes in hexadecimal.
	const secret = registration.secret || randomBytes(32).toString('hex');
	Object.assign(registration, place, { secret });
	return secret;
}
