import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import type { CredentialReference, N8nClient, Workflow, WorkflowInput } from './client';

/** What stands in the example workflow where the user puts the paying member's id. */
const POOL_PLACEHOLDER = 'BONUS_POOL_MEMBER_ID';
const CREDENTIAL_TYPE = 'rewardsEngagementApi';

/** How n8n reaches the service. */
export interface ServiceAccess {
	baseUrl: string;
	realmId: string;
	apiKey: string;
	/** Address of the consent page. */
	appUrl?: string;
}

/** Tests the credential as the editor does on saving, and stores it. */
export async function createCredential(
	client: N8nClient,
	access: ServiceAccess,
): Promise<CredentialReference> {
	const credential = { name: 'Rewards and Engagement', type: CREDENTIAL_TYPE, data: { ...access } };
	const { status, message } = await client.testCredential(credential);
	if (status !== 'OK') throw new Error(`The credential's test failed: ${message}`);
	return await client.createCredential(credential);
}

/** Imports workflows/quest-completed-bonus.json and does what its sticky note asks the user to do. */
export async function importQuestBonus(
	client: N8nClient,
	credential: CredentialReference,
	bonusPoolId: string,
): Promise<Workflow> {
	return await client.createWorkflow(fillIn(readWorkflow('quest-completed-bonus'), credential, bonusPoolId));
}

/** The trigger's node in the example workflow. */
export function triggerOf(workflow: WorkflowInput): WorkflowInput['nodes'][number] {
	const trigger = workflow.nodes.find(({ type }) => type.endsWith('Trigger'));
	if (!trigger) throw new Error(`The workflow "${workflow.name}" has no trigger.`);
	return trigger;
}

/** The amount that the example workflow pays per completed quest. */
export function bonusAmount(workflow: WorkflowInput): number {
	const amount = workflow.nodes
		.map(({ parameters }) => parameters.amount)
		.find((value) => typeof value === 'number');
	if (amount === undefined) throw new Error(`The workflow "${workflow.name}" pays no fixed amount.`);
	return amount;
}

function readWorkflow(name: string): WorkflowInput {
	const file = path.join(__dirname, '..', '..', 'workflows', `${name}.json`);
	return JSON.parse(fs.readFileSync(file, 'utf8')) as WorkflowInput;
}

function fillIn(
	workflow: WorkflowInput,
	credential: CredentialReference,
	bonusPoolId: string,
): WorkflowInput {
	const nodes = workflow.nodes.map((node) => {
		if (!node.type.startsWith('n8n-nodes-rewards-engagement.')) return node;
		const { serviceId } = node.parameters as { serviceId?: { value: string } };
		const parameters =
			serviceId?.value === POOL_PLACEHOLDER
				? { ...node.parameters, serviceId: { ...serviceId, value: bonusPoolId } }
				: node.parameters;
		// The editor gives every webhook node its own address on import.
		const webhook = node.type.endsWith('Trigger') ? { webhookId: randomUUID() } : {};
		return { ...node, ...webhook, parameters, credentials: { [CREDENTIAL_TYPE]: credential } };
	});
	return { ...workflow, nodes };
}
