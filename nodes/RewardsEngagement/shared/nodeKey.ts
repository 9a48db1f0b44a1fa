import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Tells the nodes of this process apart, however they are named: by workflow and node id. */
export function nodeKey(
	context: IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions,
): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}
