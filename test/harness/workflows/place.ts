import { randomUUID } from 'node:crypto';

import type { WorkflowInput, WorkflowNode } from '../n8n/client';

/** A node that has no place on the canvas yet. */
export type NewNode = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion'> & Partial<WorkflowNode>;

/** A node in a column of the canvas. */
export function place(column: number, node: NewNode): WorkflowNode {
	return { id: randomUUID(), position: [column * 220, 0], parameters: {}, ...node };
}

/** Nodes from left to right. */
export function placeInRow(nodes: readonly NewNode[]): WorkflowNode[] {
	return nodes.map((node, column) => place(column, node));
}

/** A workflow whose nodes run one after another. */
export function chain(name: string, nodes: readonly NewNode[]): WorkflowInput {
	const row = placeInRow(nodes);
	const connections = Object.fromEntries(
		row.slice(1).map((node, index) => {
			const into = [[{ node: node.name, type: 'main', index: 0 }]];
			return [row[index]!.name, { main: into }];
		}),
	);
	return { name, nodes: row, connections, settings: { executionOrder: 'v1' } };
}

/** Two nodes that output these items. The second has the given name. */
export function nodesForItems(name: string, items: readonly object[]): NewNode[] {
	return [
		{
			name: `List of ${name}`,
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
		},
		{
			name,
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'items', options: {} },
		},
	];
}
