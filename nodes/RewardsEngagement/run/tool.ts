import type { INode } from 'n8n-workflow';

/** Whether an AI agent runs the node, whichever version the agent is of: n8n gives such a node a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
