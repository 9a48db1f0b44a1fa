import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Identifies a node in this process by workflow and node ID, whatever its name is. */
export function nodeKey(
	context: IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions,
): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}
