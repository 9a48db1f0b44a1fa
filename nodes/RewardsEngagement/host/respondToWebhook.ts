import {
	CHAT_TRIGGER_NODE_TYPE,
	FORM_TRIGGER_NODE_TYPE,
	RESPOND_TO_WEBHOOK_NODE_TYPE,
	WAIT_NODE_TYPE,
	WEBHOOK_NODE_TYPE,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { nodesOf } from './otherNodes';

/** The nodes after which *Respond to Webhook* works (n8n, `RespondToWebhook.node.js`, since 1.123). */
const RESPONDED_FOR = [
	WEBHOOK_NODE_TYPE,
	FORM_TRIGGER_NODE_TYPE,
	CHAT_TRIGGER_NODE_TYPE,
	WAIT_NODE_TYPE,
] as readonly string[];

/** The first version of the node does not check the nodes before it. */
const FIRST_THAT_LOOKS = 1.1;

/** The name of a *Respond to Webhook* node that fails the workflow, because it needs another trigger before it. */
export function failingRespondNode(context: IHookFunctions | IWebhookFunctions): string | undefined {
	const { name } = context.getNode();
	const stopsWorkflow = (child: string) => {
		const node = nodesOf(context).find((one) => one.name === child);
		return (node?.onError ?? 'stopWorkflow') === 'stopWorkflow' && node?.continueOnFail !== true;
	};
	return context
		.getChildNodes(name)
		.find(
			(node) =>
				node.type === RESPOND_TO_WEBHOOK_NODE_TYPE &&
				!node.disabled &&
				node.typeVersion >= FIRST_THAT_LOOKS &&
				!context.getParentNodes(node.name).some(({ type }) => RESPONDED_FOR.includes(type)) &&
				stopsWorkflow(node.name),
		)?.name;
}
