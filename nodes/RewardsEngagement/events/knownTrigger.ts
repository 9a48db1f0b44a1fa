import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** A trigger that this n8n process knows something about. */
export interface KnownTrigger {
	name: string;
	workflowId: string;
	workflowName: string;
	credentialId?: string;
}

/** The trigger that receives a delivery. */
export function knownTrigger(context: IWebhookFunctions): KnownTrigger {
	const { name, credentials } = context.getNode();
	const { id: workflowId = '', name: workflowName = '' } = context.getWorkflow();
	return { name, workflowId, workflowName, credentialId: credentials?.rewardsEngagementApi?.id ?? undefined };
}

/** Those of the triggers that are in the workflow of a node, or use its credential. */
export function concerning<T extends KnownTrigger>(context: IExecuteFunctions, all: Iterable<T>): T[] {
	const credentialId = context.getNode().credentials?.rewardsEngagementApi?.id;
	const workflowId = context.getWorkflow().id ?? '';
	return [...all].filter(
		(one) =>
			one.workflowId === workflowId || (one.credentialId !== undefined && one.credentialId === credentialId),
	);
}
