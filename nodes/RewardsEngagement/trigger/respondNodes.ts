import {
	CHAT_TRIGGER_NODE_TYPE,
	FORM_TRIGGER_NODE_TYPE,
	RESPOND_TO_WEBHOOK_NODE_TYPE,
	WAIT_NODE_TYPE,
	WEBHOOK_NODE_TYPE,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { toNodeError } from '../errors/nodeError';
import { nodesOf } from '../host/otherNodes';
import { notice } from './notices';
import type { TriggerOptions } from './options';
import { triggerOptionsOf } from './settings';

/** Behind one of these, *Respond to Webhook* works (n8n, `RespondToWebhook.node.js`, 1.123 to 2.41). */
const RESPONDED_FOR = [
	WEBHOOK_NODE_TYPE,
	FORM_TRIGGER_NODE_TYPE,
	CHAT_TRIGGER_NODE_TYPE,
	WAIT_NODE_TYPE,
] as readonly string[];

/** Its first version does not look what it stands behind. */
const FIRST_THAT_LOOKS = 1.1;

/**
 * Refuses to publish a workflow that responds when it finishes, and has a *Respond to Webhook* node that fails behind
 * every trigger but n8n's own. The service would get the status 500 and redeliver each event.
 */
export function checkRespondNodes(context: IHookFunctions): void {
	const words = whyRespondFails(context);
	if (words === undefined) return;
	if (triggerOptionsOf(context).respond === 'whenFinished') {
		throw toNodeError(context.getNode(), new InvalidParameter(words));
	}
	context.logger.warn(`"${context.getNode().name}": ${words}`);
}

/** The node may have come when the workflow was published already: n8n then does not ask the trigger. */
export function noticeRespondNodes(context: IWebhookFunctions, { respond }: TriggerOptions): void {
	if (respond !== 'whenFinished') return;
	const words = whyRespondFails(context);
	if (words !== undefined) notice(context, 'respondNode', `fails with status 500. ${words}`);
}

function whyRespondFails(context: IHookFunctions | IWebhookFunctions): string | undefined {
	const { name } = context.getNode();
	const failing = context
		.getChildNodes(name)
		.find(
			(node) =>
				node.type === RESPOND_TO_WEBHOOK_NODE_TYPE &&
				!node.disabled &&
				node.typeVersion >= FIRST_THAT_LOOKS &&
				!context.getParentNodes(node.name).some(({ type }) => RESPONDED_FOR.includes(type)) &&
				stopsWorkflow(context, node.name),
		);
	return failing
		? `The node "${failing.name}" (Respond to Webhook) fails in this workflow, because it works only behind n8n's own Webhook node. Remove it: the option "Respond" of this trigger decides when the service gets its response.`
		: undefined;
}

function stopsWorkflow(context: IHookFunctions | IWebhookFunctions, name: string): boolean {
	const node = nodesOf(context).find((one) => one.name === name);
	return (node?.onError ?? 'stopWorkflow') === 'stopWorkflow' && node?.continueOnFail !== true;
}
