import { openTestEnvironment, type TestEnvironment } from '../harness/environment';
import type { CredentialReference, Workflow, WorkflowInput } from '../harness/n8n/client';
import { createCredential, importQuestBonus } from '../harness/workflows/questBonus';
import { waitFor } from '../harness/process/wait';
import { byId } from '../harness/workflows/byId';
import { fillIn, isNote, readExample } from '../harness/workflows/examples';

/** What there is to be seen: the example workflow, published, with a run that paid and one that may have paid. */
export interface Scenery extends TestEnvironment {
	credential: CredentialReference;
	workflow: Workflow;
	/** A workflow that awards points, and a trigger beside it that filters. */
	award: Workflow;
	/** The example of an AI agent with two tools, filled in. */
	agent: Workflow;
	/** Id of the execution that paid. */
	paid: string;
	/** Id of the execution whose payment has an unknown outcome. */
	unsure: string;
}

/** Opens a real n8n and lets two quests be completed; the service breaks off in the middle of the second payment. */
export async function openScenery(): Promise<Scenery> {
	const environment = await openTestEnvironment();
	const { client, service } = environment;
	const { baseUrl, appUrl, realmId, keys, ids } = service;
	const access = { baseUrl, appUrl, realmId, apiKey: keys.admin };
	const credential = await createCredential(client, access);
	const questId = ids.quests.weeklyWalk;
	const workflow = await importQuestBonus(client, credential, {
		bonusPoolId: ids.members.bonusPool,
		questId,
		chatUrl: `${baseUrl}/chat`,
	});
	await client.publish(workflow);

	const complete = async (memberId: string) => {
		const before = (await client.listExecutions(workflow.id)).length;
		service.control.completeQuest(questId, memberId);
		return await waitFor('the workflow to run', 60_000, async () => {
			const [latest, ...others] = await client.listExecutions(workflow.id);
			return latest?.stoppedAt && others.length === before ? latest.id : undefined;
		});
	};
	const paid = await complete(ids.members.ada);
	service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'status',
		status: 502,
		when: 'after',
		times: 1,
	});
	const unsure = await complete(ids.members.bruno);
	const award = await client.createWorkflow(awardWorkflow(credential, ids));
	const model = { name: 'Chat model', type: 'openAiApi', data: { apiKey: 'unused', url: baseUrl } };
	const example = readExample('ai-agent-rewards');
	const entries = {
		credential,
		values: { BONUS_POOL_MEMBER_ID: ids.members.bonusPool, CHAT_MODEL: 'a-model' },
		otherCredentials: { 'Chat model': { openAiApi: await client.createCredential(model) } },
	};
	// The note of the example would hide half of the canvas.
	const nodes = example.nodes.filter((node) => !isNote(node));
	const agent = await client.createWorkflow(fillIn({ ...example, nodes }, entries));
	return { ...environment, credential, workflow, award, agent, paid, unsure };
}

function awardWorkflow(
	credential: CredentialReference,
	{ members, currencies, quests }: TestEnvironment['service']['ids'],
): WorkflowInput {
	return {
		name: 'Award points',
		nodes: [
			{
				id: 'a0b1c2d3-0000-4000-8000-000000000001',
				name: 'Run by hand',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'a0b1c2d3-0000-4000-8000-000000000002',
				name: 'Award points',
				type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
				typeVersion: 1,
				position: [220, 0],
				parameters: {
					resource: 'member',
					operation: 'updateBalance',
					serviceId: byId(members.ada),
					currencyId: byId(currencies.stars),
					amount: 50,
					options: {},
				},
				credentials: { rewardsEngagementApi: credential },
			},
			{
				id: 'a0b1c2d3-0000-4000-8000-000000000003',
				name: 'A quest was completed',
				type: 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger',
				typeVersion: 1,
				position: [0, 200],
				webhookId: 'a0b1c2d3-0000-4000-8000-000000000003',
				parameters: {
					events: ['quest.completed'],
					filters: { questId: byId(quests.weeklyWalk), minimumAmount: 100 },
				},
				credentials: { rewardsEngagementApi: credential },
			},
		],
		connections: { 'Run by hand': { main: [[{ node: 'Award points', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
