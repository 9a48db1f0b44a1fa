import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { toNodeError } from '../errors/nodeError';
import { failingRespondNode } from '../host/respondToWebhook';
import { notice } from './notices';
import type { TriggerOptions } from './options';
import { TriggerSettings } from './settings';

/**
 * Refuses to publish a workflow that responds when it finishes, if a *Respond to Webhook* node comes after this
 * trigger. That node works only after n8n's own triggers. It would fail, and the service would get status 500 and
 * redeliver each event.
 */
export function checkRespondNodes(context: IHookFunctions): void {
	const words = whyRespondFails(context);
	if (words === undefined) return;
	if (new TriggerSettings(context).options().respond === 'whenFinished') {
		throw toNodeError(context.getNode(), new InvalidParameter(words));
	}
	context.logger.warn(`"${context.getNode().name}": ${words}`);
}

/** The node may have been added after publishing. n8n does not call the trigger's checks then. */
export function noticeRespondNodes(context: IWebhookFunctions, { respond }: TriggerOptions): void {
	if (respond !== 'whenFinished') return;
	const words = whyRespondFails(context);
	if (words !== undefined) notice(context, 'respondNode', `fails with status 500. ${words}`);
}

function whyRespondFails(context: IHookFunctions | IWebhookFunctions): string | undefined {
	const node = failingRespondNode(context);
	return node === undefined
		? undefined
		: `The node "${node}" (Respond to Webhook) fails in this workflow, because it works only after n8n's own Webhook node. Remove it: the option "Respond" of this trigger decides when the service gets its response.`;
}
