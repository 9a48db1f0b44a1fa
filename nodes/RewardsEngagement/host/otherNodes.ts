import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

/** Items of an execution, as n8n stores them: by node, run and output. Each level may be missing. */
type RunData = Record<
	string,
	ReadonlyArray<{
		data?: { main?: ReadonlyArray<INodeExecutionData[] | null> | null };
		executionStatus?: string;
	} | null>
>;

/** The items that a node returned in a run, by output. */
type Outputs = ReadonlyArray<readonly INodeExecutionData[]>;

/** Parts of n8n's contexts that its types do not declare (n8n-core, `execute-context.js`, since 1.123). */
interface Innards {
	workflow?: {
		nodes?: Record<string, INode>;
		getChildNodes?: (node: string, type: string, depth: number) => string[];
	};
	additionalData?: unknown;
	mode?: unknown;
	runExecutionData?: { resultData?: { runData?: RunData } };
	runIndex?: unknown;
	connectionInputData?: unknown;
	inputData?: unknown;
	executeData?: unknown;
	closeFunctions?: unknown;
	abortSignal?: unknown;
}

type AnyNode = Pick<INode, 'name' | 'type'> &
	Partial<Pick<INode, 'id' | 'parameters' | 'disabled' | 'webhookId'>>;

/** The nodes of the workflow. If n8n does not show them, only those that lead to this node. */
export function nodesOf(context: IExecuteFunctions): AnyNode[] {
	const { workflow } = context as unknown as Innards;
	return Object.values(workflow?.nodes ?? {}).length > 0
		? Object.values(workflow?.nodes ?? {})
		: context.getParentNodes(context.getNode().name);
}

/**
 * The runs of a node in this execution, with the items of each by output. They are the objects that n8n's expressions
 * give.
 *
 * @returns empty for a node that did not run, `undefined` if n8n does not show the results of nodes
 */
export function runsOf(context: IExecuteFunctions, node: string): Outputs[] | undefined {
	const runData = runDataOf(context);
	if (!runData) return undefined;
	const runs = Object.hasOwn(runData, node) ? runData[node] : undefined;
	return Array.from(runs ?? [], (run) => (run?.data?.main ?? []).map((items) => items ?? []));
}

/** Whether an AI agent of any version runs the node. n8n gives the node a separate type then. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/**
 * How often the agents that use this tool have run. n8n adds a run to those that were running when it crashed, and a
 * retry makes that run again. 0 if n8n does not show it.
 */
export function runsOfAgents(context: IExecuteFunctions): number {
	const { workflow } = context as unknown as Innards;
	const agents = workflow?.getChildNodes?.(context.getNode().name, 'ai_tool', 1) ?? [];
	const runs = agents.flatMap((agent) => runDataOf(context)?.[agent] ?? []);
	return runs.filter((run) => run?.executionStatus !== 'crashed').length;
}

/**
 * The results of nodes that the workflow no longer has, by name: a retry by hand may use a changed workflow. Empty if
 * n8n does not show the workflow's nodes.
 */
export function goneNodesOf(context: IExecuteFunctions): ReadonlyMap<string, readonly INodeExecutionData[]> {
	const { nodes } = (context as unknown as Innards).workflow ?? {};
	const gone = Object.keys(runDataOf(context) ?? {}).filter((name) => nodes && !Object.hasOwn(nodes, name));
	return new Map(gone.map((name) => [name, (runsOf(context, name) ?? []).flat(2)]));
}

function runDataOf(context: IExecuteFunctions): RunData | undefined {
	return (context as unknown as Innards).runExecutionData?.resultData?.runData;
}

/**
 * The context of another node of the workflow, to reach the data that n8n stores for that node. `undefined` if this
 * version of n8n makes its contexts in another way.
 */
export function contextOfNode(context: IExecuteFunctions, nodeId: string): IExecuteFunctions | undefined {
	if (context.getNode().id === nodeId) return context;
	const { workflow } = context as unknown as Innards;
	const node = Object.values(workflow?.nodes ?? {}).find(({ id }) => id === nodeId);
	if (!node) return undefined;
	const own = context as unknown as Innards;
	try {
		const { constructor: Context } = context as unknown as {
			constructor: new (...parts: unknown[]) => IExecuteFunctions;
		};
		const { additionalData, mode, runExecutionData, runIndex } = own;
		const { connectionInputData, inputData, executeData, closeFunctions, abortSignal } = own;
		const run = [runExecutionData, runIndex, connectionInputData, inputData, executeData];
		const made = new Context(workflow, node, additionalData, mode, ...run, closeFunctions, abortSignal);
		return made.getNode().id === nodeId ? made : undefined;
	} catch {
		return undefined;
	}
}
