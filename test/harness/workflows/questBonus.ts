import type { Service } from '../../../sandbox/service';
import type { CredentialReference, N8nClient, Workflow, WorkflowInput } from '../n8n/client';
import { importExample } from './examples';

const CREDENTIAL_TYPE = 'rewardsEngagementApi';
const TABLE = 'Set bonus per quest';

/** How n8n reaches the service. */
export interface ServiceAccess {
	baseUrl: string;
	realmId: string;
	apiKey: string;
	/** Address of the consent page. */
	appUrl?: string;
	/** What events that come another way than to the trigger are signed with. */
	webhookSecret?: string;
}

/** Stores the credential and tests it, as the editor does on saving. */
export async function createCredential(
	client: N8nClient,
	access: ServiceAccess,
): Promise<CredentialReference> {
	const credential = { name: 'Rewards and Engagement', type: CREDENTIAL_TYPE, data: { ...access } };
	const stored = await client.createCredential(credential);
	const { status, message } = await client.testCredential(credential, stored.id);
	if (status !== 'OK') throw new Error(`The credential's test failed: ${message}`);
	return stored;
}

/** The credential of the sandbox's administrator, who may do everything. */
export async function adminCredential(
	client: N8nClient,
	{ baseUrl, appUrl, realmId, keys }: Service,
): Promise<CredentialReference> {
	return await createCredential(client, { baseUrl, appUrl, realmId, apiKey: keys.admin });
}

/** What the sticky note of the example asks for. */
export interface QuestBonusEntries {
	/** The member whose balance pays. */
	bonusPoolId: string;
	/** The quest that has a bonus of its own. */
	questId: string;
	/** Where a person is told of a payment that may have been made. */
	chatUrl: string;
}

/** Imports workflows/quest-completed-bonus.json and does what its sticky note asks the user to do. */
export async function importQuestBonus(
	client: N8nClient,
	credential: CredentialReference,
	{ bonusPoolId, questId, chatUrl }: QuestBonusEntries,
): Promise<Workflow> {
	const values = { BONUS_POOL_MEMBER_ID: bonusPoolId, QUEST_ID: questId, CHAT_WEBHOOK_URL: chatUrl };
	return await importExample(client, 'quest-completed-bonus', { credential, values });
}

/** The amount that the workflow pays for a quest, from the table in it. */
export function bonusAmount(workflow: WorkflowInput, questId: string): number {
	const table = workflow.nodes.find(({ name }) => name === TABLE)?.parameters.assignments as
		{ assignments: Array<{ value: string }> } | undefined;
	const bonuses = JSON.parse(table?.assignments[0]?.value ?? '{}') as Record<string, number>;
	const amount = bonuses[questId] ?? bonuses.other;
	if (amount === undefined) throw new Error(`The workflow "${workflow.name}" has no bonus for ${questId}.`);
	return amount;
}
