import { randomUUID } from 'node:crypto';

import type { Service } from '../../../sandbox/service';
import type { CredentialReference, N8nClient, Workflow } from '../n8n/client';
import { byId } from './byId';
import { MANUAL_TRIGGER } from './manualWorkflow';
import { chain, nodesForItems, place, type NewNode } from './place';

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
