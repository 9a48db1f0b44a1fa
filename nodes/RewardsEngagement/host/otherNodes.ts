import type {
	IExecuteFunctions,
	IHookFunctions,
	INode,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

/** Items of an execution, as n8n keeps them: by node, run and output. Each of them may be missing. */
type RunData = Record<
	string,
	ReadonlyArray<{ data?: { main?: ReadonlyArray<INodeExecutionData[] | null> | null } } | null>
>;

/** What a node gave in a run, by output. */
type Outputs = ReadonlyArray<readonly INodeExecutionData[]>;

/** What n8n's contexts are made of, beyond what its types promise (n8n-core, `execute-context.js`, 1.123 to 2.41). */
interface Innards {
	workflow?: { nodes?: Record<string, INode> };
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
	Partial<
		Pick<INode, 'id' | 'parameters' | 'credentials' | 'disabled' | 'webhookId' | 'onError' | 'continueOnFail'>
	>;

/** The nodes of the workflow; where n8n does not show them, those that lead to this one. */
export function nodesOf(context: IExecuteFunctions | IHookFunctions | IWebhookFunctions): AnyNode[] {
	const { workflow } = context as unknown as Innards;
	return Object.values(workflow?.nodes ?? {}).length > 0
		? Object.values(workflow?.nodes ?? {})
		: context.getParentNodes(context.getNode().name);
}

/** Another node of the workflow with the ID of this one, by name. n8n keeps what both remember in one place. */
export function twinOf(context: IExecuteFunctions): string | undefined {
	const { workflow } = context as unknown as Innards;
	const { id, name } = context.getNode();
	return Object.values(workflow?.nodes ?? {}).find((node) => node.id === id && node.name !== name)?.name;
}

/**
 * The runs of a node in this execution, with the items of each by output. They are the objects that n8n's expressions give.
 *
 * @returns none of a node that did not run, and nothing where n8n does not show what nodes gave
 */
export function runsOf(context: IExecuteFunctions, node: string): Outputs[] | undefined {
	const runData = runDataOf(context);
	if (!runData) return undefined;
	const runs = Object.hasOwn(runData, node) ? runData[node] : undefined;
	return Array.from(runs ?? [], (run) => (run?.data?.main ?? []).map((items) => items ?? []));
}

/**
 * What nodes gave in this execution that its workflow has no more, by name: a retry by hand may go on with a workflow that
 * was changed since. Nothing where n8n does not show its nodes.
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
 * The context in which another node of the workflow would run, to reach what n8n keeps for that node alone. Nothing when
 * this n8n makes its contexts in another way.
 */
export function contextOfNode(context: IExecuteFunctions, nodeId: string): IExecuteFunctions | undefined {
	if (context.getNode().id === nodeId) return context;
	const { workflow } = context as unknown as Innards;
	const node = Object.values(workflow?.nodes ?? {}).find(({ id }) => id === nodeId);
	return node && contextWith(context, node);
}

/** The context in which a node would run that need not be there; nothing when this n8n makes its contexts in another way. */
export function contextWith(context: IExecuteFunctions, node: INode): IExecuteFunctions | undefined {
	const own = context as unknown as Innards;
	if (!own.workflow) return undefined;
	try {
		const { constructor: Context } = context as unknown as {
			constructor: new (...parts: unknown[]) => IExecuteFunctions;
		};
		const { workflow, additionalData, mode, runExecutionData, runIndex } = own;
		const { connectionInputData, inputData, executeData, closeFunctions, abortSignal } = own;
		const run = [runExecutionData, runIndex, connectionInputData, inputData, executeData];
		const made = new Context(workflow, node, additionalData, mode, ...run, closeFunctions, abortSignal);
		return made.getNode().id === node.id ? made : undefined;
	} catch {
		return undefined;
	}
}
