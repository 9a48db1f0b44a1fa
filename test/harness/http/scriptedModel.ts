import { jsonOf, startReceiver } from './receiver';

/** The messages that the model got. The last one is the newest. */
export interface ModelMessage {
	role: string;
	content: unknown;
}

/** The reply of the model: it calls a tool, it says something, or it fails in a way that no client tries again. */
export type Reply = { tool: string; arguments: object } | { say: string } | { refuse: string };

export interface ScriptedModel {
	/** The base URL of a chat model's credential. */
	readonly url: string;
	/** The tools in the first request. */
	readonly tools: Array<{ name: string; description: string; parameters: { properties: object } }>;
	/** The messages that the model got before each of its replies. */
	readonly heard: ModelMessage[][];
	readonly stop: () => Promise<void>;
}

interface Question {
	messages: ModelMessage[];
	tools?: Array<{ function: ScriptedModel['tools'][number] }>;
}

/**
 * A chat model that follows a script, with the chat completions interface that n8n's chat model node uses. It
 * replaces only the model. The agent, the tools and the service are real.
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
		if ('refuse' in reply) return { status: 400, body: { error: { message: reply.refuse } } };
		return { body: completion(reply, heard.length) };
	});
	return { url: `${url}/v1`, tools, heard, stop };
}

function completion(reply: Exclude<Reply, { refuse: string }>, number: number): object {
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
