import { randomUUID } from 'node:crypto';

import type { Execution, N8nClient, WorkflowNode } from '../n8n/client';
import { startScriptedModel, type Reply } from '../http/scriptedModel';

const CHAT = 'Chat';
const AGENT = 'Agent';
const SESSION = 'scripted';

/** The result of a message to an agent. */
export interface AgentRun {
	execution: Execution;
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
		const openAiApi = await client.createCredential({
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'unused', url: model.url },
		});
		const place = (name: string, type: string, typeVersion: number, parameters: object): WorkflowNode =>
			({ id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters }) as WorkflowNode;
		const into = (type: string) => [[{ node: AGENT, type, index: 0 }]];
		const workflow = await client.createWorkflow({
			name: 'Agent',
			nodes: [
				{
					...place(CHAT, '@n8n/n8n-nodes-langchain.chatTrigger', 1.3, { options: {} }),
					webhookId: randomUUID(),
				},
				place(AGENT, '@n8n/n8n-nodes-langchain.agent', agentVersion, {
					options: { maxIterations: script.length + 1 },
				}),
				{
					...place('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
						model: { __rl: true, mode: 'id', value: 'scripted' },
						options: {},
					}),
					credentials: { openAiApi },
				},
				...tools,
			],
			connections: {
				[CHAT]: { main: into('main') },
				Model: { ai_languageModel: into('ai_languageModel') },
				...Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: into('ai_tool') }])),
			},
			settings: { executionOrder: 'v1' },
		});
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
		return { execution, heard: model.heard.slice(1).map((messages) => String(messages.at(-1)?.content)) };
	} finally {
		await model.stop();
	}
}
