import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';
import { concerning, knownTrigger, type KnownTrigger } from './knownTrigger';

/** Triggers without a secret to verify a delivery with, by workflow and node. */
const lost = new Map<string, KnownTrigger>();

export function noteLostSecret(context: IWebhookFunctions): void {
	lost.set(nodeKey(context), knownTrigger(context));
}

/** The trigger has a secret again, or is no longer published. */
export function noteSecret(context: IHookFunctions | IWebhookFunctions): void {
	lost.delete(nodeKey(context));
}

/** Those in the workflow of a node, or with its credential. */
export function lostSecretsFor(context: IExecuteFunctions): KnownTrigger[] {
	return concerning(context, lost.values());
}
