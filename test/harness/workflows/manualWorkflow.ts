import { randomUUID } from 'node:crypto';

import type { WorkflowInput, WorkflowNode } from '../n8n/client';

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
		place(0, 0, {
			name: MANUAL_TRIGGER,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			parameters: {},
		}),
		place(1, 0, {
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
			place(2, row, {
				name: splitter,
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: branch.name, options: {} },
			}),
			place(3, row, { ...branch.node, name: branch.name }),
			...(branch.outputs ?? []).map((output, index) =>
				place(4, row + index / 2, {
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

function place(column: number, row: number, node: Omit<WorkflowNode, 'id' | 'position'>): WorkflowNode {
	return { id: randomUUID(), position: [column * 220, row * 200], ...node } as WorkflowNode;
}

function to(node: string): [{ node: string; type: 'main'; index: 0 }] {
	return [{ node, type: 'main', index: 0 }];
}
