import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';
import { concerning, knownTrigger, type KnownTrigger } from './knownTrigger';

/** Triggers that got a delivery while they knew no secret to check it with, by workflow and node. */
const lost = new Map<string, KnownTrigger>();

/** Remembers that a trigger knows no secret. */
export function noteLostSecret(context: IWebhookFunctions): void {
	lost.set(nodeKey(context), knownTrigger(context));
}

/** The trigger knows its secret again, or is published no more. */
export function noteSecret(context: IHookFunctions | IWebhookFunctions): void {
	lost.delete(nodeKey(context));
}

/** Those of the workflow of a node, and those that have its credential. */
export function lostSecretsFor(context: IExecuteFunctions): KnownTrigger[] {
	return concerning(context, lost.values());
}
