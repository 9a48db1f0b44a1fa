import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';

/** A trigger that got a delivery while it knew no secret to check it with, since this n8n process started. */
export interface LostSecret {
	name: string;
	workflowId: string;
	workflowName: string;
	credentialId?: string;
}

/** By workflow and node. */
const lost = new Map<string, LostSecret>();

/** Remembers that a trigger knows no secret. */
export function noteLostSecret(context: IWebhookFunctions): void {
	const { name, credentials } = context.getNode();
	const { id: workflowId = '', name: workflowName = '' } = context.getWorkflow();
	const credentialId = credentials?.rewardsEngagementApi?.id ?? undefined;
	lost.set(nodeKey(context), { name, workflowId, workflowName, credentialId });
}

/** The trigger knows its secret again, or is published no more. */
export function noteSecret(context: IHookFunctions | IWebhookFunctions): void {
	lost.delete(nodeKey(context));
}

/** Those of the workflow of a node, and those that have its credential. */
export function lostSecretsFor(context: IExecuteFunctions): LostSecret[] {
	const credentialId = context.getNode().credentials?.rewardsEngagementApi?.id;
	const workflowId = context.getWorkflow().id ?? '';
	return [...lost.values()].filter(
		(one) =>
			one.workflowId === workflowId || (one.credentialId !== undefined && one.credentialId === credentialId),
	);
}
