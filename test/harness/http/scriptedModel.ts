import { jsonOf, startReceiver } from './receiver';

/** What the model is told: the last message is the newest. */
export interface ModelMessage {
	role: string;
	content: unknown;
}

/** What the model does: call a tool by its name, or say something. */
export type Reply = { tool: string; arguments: object } | { say: string };

export interface ScriptedModel {
	/** The base URL of a chat model's credential. */
	readonly url: string;
	/** The tools that were offered with the first question. */
	readonly tools: Array<{ name: string; description: string; parameters: { properties: object } }>;
	/** What the model was told before each of its replies. */
	readonly heard: ModelMessage[][];
	readonly stop: () => Promise<void>;
}

interface Question {
	messages: ModelMessage[];
	tools?: Array<{ function: ScriptedModel['tools'][number] }>;
}

/**
 * A chat model that follows a script, behind the interface of chat completions which n8n's chat model node speaks. It
 * stands in for the model alone: the agent, the tools and the service are real.
 */
export async function startScriptedModel(
	script: Array<(messages: ModelMessage[]) => Reply>,
): Promise<ScriptedModel> {
	const tools: ScriptedModel['tools'] = [];
	const heard: ModelMessage[][] = [];
	const { url, stop } = await startReceiver((request) => {
		const { messages, tools: offered = [] } = jsonOf<Question>(request);
		if (heard.length === 0) tools.push(...offered.map(({ function: tool }) => tool));
		heard.push(messages);
		const reply = script[heard.length - 1]?.(messages) ?? { say: 'I have no more lines.' };
		return { body: completion(reply, heard.length) };
	});
	return { url: `${url}/v1`, tools, heard, stop };
}

function completion(reply: Reply, number: number): object {
	const isCall = 'tool' in reply;
	const message = isCall
		? {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call_${number}`,
						type: 'function',
						function: { name: reply.tool, arguments: JSON.stringify(reply.arguments) },
					},
				],
			}
		: { role: 'assistant', content: reply.say };
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: isCall ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
