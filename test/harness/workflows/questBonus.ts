import type { Service } from '../../../sandbox/service';
import type { CredentialReference, N8nClient, Workflow, WorkflowInput } from '../n8n/client';
import { importExample } from './examples';

const CREDENTIAL_TYPE = 'rewardsEngagementApi';
const TABLE = 'Set bonus per quest';

/** The addresses of the service for n8n. */
export interface ServiceAccess {
	baseUrl: string;
	realmId: string;
	apiKey: string;
	/** Address of the consent page. */
	appUrl?: string;
	/** The secret that signs events which do not arrive through the trigger. */
	webhookSecret?: string;
}

/** Stores the credential and tests it, like the editor when a user saves it. */
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

/** The entries that the sticky note of the example asks for. */
export interface QuestBonusEntries {
	/** The member who pays. */
	bonusPoolId: string;
	/** The quest with a separate bonus. */
	questId: string;
	/** Receives a message about a payment with an unknown outcome. */
	chatUrl: string;
}

/** Imports workflows/quest-completed-bonus.json and follows its sticky note. */
export async function importQuestBonus(
	client: N8nClient,
	credential: CredentialReference,
	{ bonusPoolId, questId, chatUrl }: QuestBonusEntries,
): Promise<Workflow> {
	const values = { BONUS_POOL_MEMBER_ID: bonusPoolId, QUEST_ID: questId, CHAT_WEBHOOK_URL: chatUrl };
	return await importExample(client, 'quest-completed-bonus', { credential, values });
}

/** The amount that the workflow pays for a quest, from its table. */
export function bonusAmount(workflow: WorkflowInput, questId: string): number {
	const table = workflow.nodes.find(({ name }) => name === TABLE)?.parameters.assignments as
		{ assignments: Array<{ value: string }> } | undefined;
	const bonuses = JSON.parse(table?.assignments[0]?.value ?? '{}') as Record<string, number>;
	const amount = bonuses[questId] ?? bonuses.other;
	if (amount === undefined) throw new Error(`The workflow "${workflow.name}" has no bonus for ${questId}.`);
	return amount;
}
