import { openTestEnvironment, type TestEnvironment } from '../harness/environment';
import type { CredentialReference, LocatorQuery, Workflow, WorkflowInput } from '../harness/n8n/client';
import { createCredential, importQuestBonus } from '../harness/workflows/questBonus';
import { waitFor } from '../harness/process/wait';
import { fillIn, isNote, readExample } from '../harness/workflows/examples';

/**
 * The content of the pictures: the published example workflow, with an execution that paid and one that may have
 * paid.
 */
export interface Scenery extends TestEnvironment {
	credential: CredentialReference;
	workflow: Workflow;
	/** A workflow that awards points, and beside it a trigger with a filter. */
	award: Workflow;
	/** The example of an AI agent with two tools, filled in. */
	agent: Workflow;
	/** Id of the execution that paid. */
	paid: string;
	/** Id of the execution whose payment has an unknown outcome. */
	unsure: string;
}

/** A believable URL for pictures. Nothing is sent there. */
const CHAT = 'https://chat.example.com/hooks/rewards';
/** The paying node of the example. */
export const PAY = 'Pay bonus once';
const ASK = 'Notify team';
const NODE = 'n8n-nodes-rewards-engagement.rewardsEngagement';

/** Opens a real n8n and completes two quests. The service closes the connection in the middle of the second payment. */
export async function openScenery(): Promise<Scenery> {
	const environment = await openTestEnvironment();
	try {
		return await prepare(environment);
	} catch (error) {
		await environment.close();
		throw error;
	}
}

async function prepare(environment: TestEnvironment): Promise<Scenery> {
	const { client, service } = environment;
	const { baseUrl, appUrl, realmId, keys, ids } = service;
	const access = { baseUrl, appUrl, realmId, apiKey: keys.admin };
	const credential = await createCredential(client, access);
	const fromList = chooser(client, credential);
	const questId = ids.quests.weeklyWalk;
	const imported = await importQuestBonus(client, credential, {
		bonusPoolId: ids.members.bonusPool,
		questId,
		chatUrl: CHAT,
	});
	const { parameters } = imported.nodes.find(({ name }) => name === PAY)!;
	const serviceId = await fromList(ids.members.bonusPool, {
		nodeType: NODE,
		methodName: 'searchMembers',
		path: 'parameters.serviceId',
		parameters,
	});
	const workflow = await client.updateWorkflow(edited(imported, PAY, { serviceId }));
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
	// The second execution sends a message, so it needs a URL that responds.
	const sending = await client.updateWorkflow(edited(workflow, ASK, { url: `${baseUrl}/chat` }));
	await client.publish(sending);
	service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'status',
		status: 502,
		when: 'after',
		times: 1,
	});
	const unsure = await complete(ids.members.bruno);
	await client.publish(await client.updateWorkflow(edited(sending, ASK, { url: CHAT })));
	const award = await client.createWorkflow(await awardWorkflow(credential, ids, fromList));
	const model = { name: 'Chat model', type: 'openAiApi', data: { apiKey: 'unused', url: baseUrl } };
	const example = readExample('ai-agent-rewards');
	const entries = {
		credential,
		values: { BONUS_POOL_MEMBER_ID: ids.members.bonusPool, CHAT_MODEL: 'a-model' },
		otherCredentials: { 'Chat model': { openAiApi: await client.createCredential(model) } },
	};
	const filled = fillIn(example, entries);
	// The note of the example would hide half of the canvas.
	const nodes = filled.nodes.filter((node) => !isNote(node));
	const agent = await client.createWorkflow({ ...filled, nodes });
	return { ...environment, credential, workflow, award, agent, paid, unsure };
}

/** The workflow with other parameters in one of its nodes. */
function edited(workflow: Workflow, name: string, changes: Record<string, unknown>): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.name === name ? { ...node, parameters: { ...node.parameters, ...changes } } : node,
	);
	return { ...workflow, nodes };
}

type List = Pick<LocatorQuery, 'nodeType' | 'methodName' | 'path' | 'parameters'>;
type Chooser = ReturnType<typeof chooser>;

/** Returns the value that the editor saves when a user chooses a record from its list. */
function chooser(client: TestEnvironment['client'], credential: CredentialReference) {
	return async (value: string, list: List) => {
		const credentials = { rewardsEngagementApi: credential };
		const { results } = await client.searchLocator({ ...list, typeVersion: 1, credentials });
		const name = results.find((result) => result.value === value)?.name;
		if (name === undefined) throw new Error(`${list.methodName} does not show ${value}.`);
		return { __rl: true, mode: 'list', value, cachedResultName: name };
	};
}

async function awardWorkflow(
	credential: CredentialReference,
	{ members, currencies, quests }: TestEnvironment['service']['ids'],
	fromList: Chooser,
): Promise<WorkflowInput> {
	const award = { resource: 'member', operation: 'updateBalance', realmId: '' };
	const inAward = async (value: string, methodName: string, field: string) =>
		await fromList(value, { nodeType: NODE, methodName, path: `parameters.${field}`, parameters: award });
	const serviceId = await inAward(members.ada, 'searchMembers', 'serviceId');
	const currencyId = await inAward(currencies.stars, 'searchCurrencies', 'currencyId');
	const questId = await fromList(quests.weeklyWalk, {
		nodeType: `${NODE}Trigger`,
		methodName: 'searchQuests',
		path: 'parameters.filters.questId',
		parameters: { events: ['quest.completed'] },
	});
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
				type: NODE,
				typeVersion: 1,
				position: [220, 0],
				parameters: {
					...award,
					serviceId,
					currencyId,
					amount: 50,
					options: {},
				},
				credentials: { rewardsEngagementApi: credential },
			},
			{
				id: 'a0b1c2d3-0000-4000-8000-000000000003',
				name: 'A quest was completed',
				type: `${NODE}Trigger`,
				typeVersion: 1,
				position: [0, 200],
				webhookId: 'a0b1c2d3-0000-4000-8000-000000000003',
				parameters: {
					events: ['quest.completed'],
					filters: { questId, minimumAmount: 100 },
				},
				credentials: { rewardsEngagementApi: credential },
			},
		],
		connections: { 'Run by hand': { main: [[{ node: 'Award points', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
