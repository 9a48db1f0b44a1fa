import { randomBytes } from 'node:crypto';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What the trigger remembers of its webhook at the service, in the node's static data. */
export interface Registration extends IDataObject {
	webhookId?: string;
	secret?: string;
}

/** The stored registration. Only create, checkExists and delete may write it: n8n loses or spoils other writes. */
export function registrationOf(context: IHookFunctions | IWebhookFunctions): Registration {
	return context.getWorkflowStaticData('node');
}

/** A new signing secret: 32 random bytes in hexadecimal. */
export function newSecret(): string {
	return randomBytes(32).toString('hex');
}
