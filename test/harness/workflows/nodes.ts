import { randomUUID } from 'node:crypto';

import type { WorkflowInput, WorkflowNode } from '../n8n/client';

/** A resource locator with an ID, or an expression for one. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** n8n refuses one cron expression with several seconds, but accepts several expressions. */
export const EVERY_TEN_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

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

/** A node of the workflow and its items. */
export interface Branch {
	/** The node's name. */
	name: string;
	items: object[];
	node: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'> & Partial<WorkflowNode>;
	/** Names of nodes that do nothing, one after each output. */
	outputs?: string[];
}

export const MANUAL_TRIGGER = 'Run by Hand';
const ALL_ITEMS = 'All Items';

type Connections = Record<string, { main: Array<Array<{ node: string; type: 'main'; index: 0 }>> }>;

/**
 * A manually started workflow that passes its items to each branch, from one Edit Fields node through a Split Out
 * node. The branches run one after another, from top to bottom.
 */
export function manualWorkflow(name: string, branches: Branch[]): WorkflowInput {
	const nodes: WorkflowNode[] = [
		placeAt(0, 0, {
			name: MANUAL_TRIGGER,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			parameters: {},
		}),
		placeAt(1, 0, {
			name: ALL_ITEMS,
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: JSON.stringify(Object.fromEntries(branches.map((branch) => [branch.name, branch.items]))),
				options: {},
			},
		}),
	];
	const splitters = branches.map((branch) => `Items of ${branch.name}`);
	const connections: Connections = {
		[MANUAL_TRIGGER]: { main: [to(ALL_ITEMS)] },
		[ALL_ITEMS]: { main: [splitters.flatMap(to)] },
	};
	branches.forEach((branch, row) => {
		const splitter = splitters[row]!;
		nodes.push(
			placeAt(2, row, {
				name: splitter,
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: branch.name, options: {} },
			}),
			placeAt(3, row, { ...branch.node, name: branch.name }),
			...(branch.outputs ?? []).map((output, index) =>
				placeAt(4, row + index / 2, {
					name: output,
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					parameters: {},
				}),
			),
		);
		connections[splitter] = { main: [to(branch.name)] };
		connections[branch.name] = { main: (branch.outputs ?? []).map(to) };
	});
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

function placeAt(column: number, row: number, node: Omit<WorkflowNode, 'id' | 'position'>): WorkflowNode {
	return { id: randomUUID(), position: [column * 220, row * 200], ...node } as WorkflowNode;
}

function to(node: string): [{ node: string; type: 'main'; index: 0 }] {
	return [{ node, type: 'main', index: 0 }];
}
