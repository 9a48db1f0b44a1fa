import { createRequire } from 'node:module';

import type { INodeType, IVersionedNodeType, Workflow as WorkflowClass } from 'n8n-workflow';

import { answer, type LoadResult, type LoadTask } from './task';

/** The number of workflows for the median. V8 has optimized the code after about a thousand, as in a running n8n. */
const WORKFLOWS = 2_001;

/**
 * Measures four things:
 *
 * - How long it blocks n8n to load these files and make one object of each class.
 * - How long it takes to load the later file, and what it imports.
 * - How large the largest description is that n8n sends to every editor.
 * - How long n8n takes to make a workflow with one node of that type, which it does for every execution.
 */
answer(async (task: LoadTask): Promise<LoadResult> => {
	const load = createRequire(__filename);
	for (const name of ['n8n-core', 'n8n-workflow', 'zod']) load(name);
	const startedAt = performance.now();
	const made: unknown[] = [];
	for (const file of task.files) {
		for (const Type of Object.values(load(file) as Record<string, unknown>)) {
			if (typeof Type === 'function') made.push(Reflect.construct(Type, []));
		}
	}
	const wall = performance.now() - startedAt;
	const later = task.later === undefined ? undefined : timeToLoad(load, task.later);
	const types = made.filter(isNode).map(newest);
	const sizeOf = ({ description }: INodeType) => Buffer.byteLength(JSON.stringify(description));
	const [largest] = [...types].sort((one, other) => sizeOf(other) - sizeOf(one));
	if (!largest) return { wall, later };
	const { Workflow } = load('n8n-workflow') as { Workflow: typeof WorkflowClass };
	const times: number[] = [];
	for (let round = 0; round < WORKFLOWS; round++) times.push(timeToMake(Workflow, largest));
	times.sort((one, other) => one - other);
	return { wall, later, descriptionBytes: sizeOf(largest), workflow: times[WORKFLOWS >> 1] };
});

function isNode(made: unknown): made is INodeType | IVersionedNodeType {
	return (made as Partial<INodeType>).description !== undefined;
}

/** The version of a node that a new workflow gets. */
function newest(type: INodeType | IVersionedNodeType): INodeType {
	return 'nodeVersions' in type ? type.getNodeType() : type;
}

function timeToLoad(load: NodeJS.Require, file: string): number {
	const startedAt = performance.now();
	load(file);
	return performance.now() - startedAt;
}

function timeToMake(Workflow: typeof WorkflowClass, type: INodeType): number {
	const { name, version } = type.description;
	const typeVersion = Array.isArray(version) ? (version.at(-1) ?? 1) : version;
	const node = {
		id: '1',
		name: 'Node',
		type: name,
		typeVersion,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
	const startedAt = performance.now();
	new Workflow({ id: '1', nodes: [node], connections: {}, active: false, nodeTypes });
	return performance.now() - startedAt;
}
