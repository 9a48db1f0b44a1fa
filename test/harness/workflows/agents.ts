import { randomUUID } from 'node:crypto';

import type { Service } from '../../../sandbox/service';
import { startScriptedModel, type Reply, type ScriptedModel } from '../http/scriptedModel';
import type {
	CredentialReference,
	Execution,
	N8nClient,
	Workflow,
	WorkflowInput,
	WorkflowNode,
} from '../n8n/client';
import { byId, chain, MANUAL_TRIGGER, nodesForItems, place, type NewNode } from './nodes';

const CHAT = 'Chat';
const AGENT = 'Agent';
const SESSION = 'scripted';

/** A chat with an agent that has these tools. */
export function agentWorkflow(
	agentVersion: number,
	openAiApi: CredentialReference,
	tools: readonly WorkflowNode[],
	maxIterations: number,
): WorkflowInput {
	const langchain = (name: string) => `@n8n/n8n-nodes-langchain.${name}`;
	const into = (type: string) => [[{ node: AGENT, type, index: 0 }]];
	return {
		name: 'Agent',
		nodes: [
			place(-2, {
				name: CHAT,
				type: langchain('chatTrigger'),
				typeVersion: 1.3,
				parameters: { options: {} },
				webhookId: randomUUID(),
			}),
			place(-1, {
				name: AGENT,
				type: langchain('agent'),
				typeVersion: agentVersion,
				parameters: { options: { maxIterations } },
			}),
			place(-1, {
				name: 'Model',
				type: langchain('lmChatOpenAi'),
				typeVersion: 1.2,
				parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
				credentials: { openAiApi },
			}),
			...tools,
		],
		connections: {
			[CHAT]: { main: into('main') },
			Model: { ai_languageModel: into('ai_languageModel') },
			...Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: into('ai_tool') }])),
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The same agent with another trigger in place of the chat. It is reported to pay. */
export function startedBy(
	trigger: WorkflowNode,
	{ nodes, connections, ...workflow }: WorkflowInput,
): WorkflowInput {
	const { [CHAT]: into, ...links } = connections;
	const others = nodes
		.filter(({ name }) => name !== CHAT)
		.map((node) =>
			node.name === AGENT
				? { ...node, parameters: { ...node.parameters, promptType: 'define', text: 'Pay.' } }
				: node,
		);
	return {
		...workflow,
		nodes: [trigger, ...others],
		connections: { [trigger.name]: into, ...links },
	};
}

/** The credential of a model that follows a script. */
export async function modelCredential(
	client: N8nClient,
	{ url }: Pick<ScriptedModel, 'url'>,
): Promise<CredentialReference> {
	const data = { apiKey: 'unused', url };
	return await client.createCredential({ name: 'Scripted model', type: 'openAiApi', data });
}

/** The result of a message to an agent. */
export interface AgentRun {
	execution: Execution;
	/** The tools that the model was offered. */
	offered: ScriptedModel['tools'];
	/** The results of the model's tool calls. */
	heard: string[];
}

/** Sends a message to an agent of n8n whose model follows a script. */
export async function askAgent(
	{ client, n8n }: { client: N8nClient; n8n: { url: string } },
	{
		agentVersion,
		script,
		tools,
	}: { agentVersion: number; script: readonly Reply[]; tools: readonly WorkflowNode[] },
): Promise<AgentRun> {
	const model = await startScriptedModel(script.map((reply) => () => reply));
	try {
		const openAiApi = await modelCredential(client, model);
		const workflow = await client.createWorkflow(
			agentWorkflow(agentVersion, openAiApi, tools, script.length + 1),
		);
		await client.run(workflow, CHAT, SESSION);
		const answer = await fetch(`${n8n.url}/webhook-test/${workflow.id}/${SESSION}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: SESSION, chatInput: 'Go on.' }),
		});
		await answer.text();
		const [latest] = await client.waitForExecutions(workflow.id);
		const execution = await client.getExecution(latest!.id);
		// The first request comes before any tool call.
		const heard = model.heard.slice(1).map((messages) => String(messages.at(-1)?.content));
		return { execution, offered: model.tools, heard };
	} finally {
		await model.stop();
	}
}

const SERVER = 'MCP Server';
const CLIENT = 'MCP Client';

/** A call that a model makes. */
export interface ToolCall {
	tool: string;
	values: object;
}

/** What a model reads about one item. */
export type HeardItem = Record<string, unknown>;

/** A published workflow that offers tools over MCP, and one that calls them. */
export interface McpServer {
	workflow: Workflow;
	/** Calls tools one after another in a session. @returns what the model reads after each */
	readonly call: (calls: readonly ToolCall[]) => Promise<HeardItem[][]>;
}

/** Publishes an MCP Server Trigger with these tools. n8n's own MCP Client node calls them. */
export async function publishMcpServer(
	{ client, n8n }: { client: N8nClient; n8n: { url: string } },
	tools: readonly NewNode[],
): Promise<McpServer> {
	const path = randomUUID();
	const workflow = await client.createWorkflow({
		name: 'MCP server',
		nodes: [
			place(0, {
				name: SERVER,
				type: '@n8n/n8n-nodes-langchain.mcpTrigger',
				typeVersion: 2.1,
				parameters: { path, authentication: 'none' },
				webhookId: path,
			}),
			...tools.map((tool) => place(1, tool)),
		],
		connections: Object.fromEntries(
			tools.map(({ name }) => [name, { ai_tool: [[{ node: SERVER, type: 'ai_tool', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	});
	await client.publish(workflow);
	const call = async (calls: readonly ToolCall[]) => {
		const caller = await client.createWorkflow(
			chain('MCP client', [
				{ name: MANUAL_TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
				...nodesForItems('Calls', calls),
				{
					name: CLIENT,
					type: '@n8n/n8n-nodes-langchain.mcpClient',
					typeVersion: 1.1,
					parameters: {
						serverTransport: 'httpStreamable',
						endpointUrl: `${n8n.url}/mcp/${path}`,
						authentication: 'none',
						tool: byId('={{ $json.tool }}'),
						inputMode: 'json',
						jsonInput: '={{ $json.values }}',
						options: {},
					},
				},
			]),
		);
		const { data } = await client.runToEnd(caller, MANUAL_TRIGGER);
		const { error, runData } = data.resultData;
		if (error) throw new Error(error.message);
		return (runData[CLIENT]?.[0]?.data?.main[0] ?? []).map(({ json }) => {
			const [answer] = json.content as Array<{ text: HeardItem[] }>;
			return answer!.text;
		});
	};
	return { workflow, call };
}

/**
 * A tool that awards as many stars to Ada as the model says.
 *
 * @param more parameters of the tool, such as its key
 */
export function awardTool(
	{ ids }: Service,
	rewardsEngagementApi: CredentialReference,
	name: string,
	more: object,
): NewNode {
	return {
		name,
		type: 'n8n-nodes-rewards-engagement.rewardsEngagementTool',
		typeVersion: 1,
		credentials: { rewardsEngagementApi },
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId(ids.members.ada),
			currencyId: byId(ids.currencies.stars),
			amount: "={{ $fromAI('amount', 'Points to award', 'number') }}",
			...more,
		},
	};
}

/** The keys of tools whose calls behave differently. */
export const KEYS = {
	ofExecution: { repeatProtection: 'key', idempotencyKey: '=chat {{ $execution.id }}' },
	ofOrder: {
		repeatProtection: 'key',
		idempotencyKey: "=order {{ $fromAI('orderId', 'The number of the order', 'string') }}",
	},
	automatic: { repeatProtection: 'automatic' },
	limited: { repeatProtection: 'off', options: { maximumTotal: 10 } },
};
