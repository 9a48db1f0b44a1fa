import type { INode } from 'n8n-workflow';

/** Whether an AI agent of any version runs the node. n8n gives the node a separate type then. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
