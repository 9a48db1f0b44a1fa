import './userFolder';

import { ExecuteContext, LoadOptionsContext, WorkflowExecute, type ExecutionLifecycleHooks } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { RewardsEngagementApi } from '../../credentials/RewardsEngagementApi.credentials';
import { additionalDataOf, OneCredential } from '../harness/engine/additionalData';
import { retried, startingWith } from './executionData';
import { NEXT, NODE, nodeTypes, START, TOOL, TRIGGER, withNode } from './nodeTypes';
import './processedValues';

/** The result of a run of the node. */
export interface NodeRun {
	/** Items on the main output. */
	items: INodeExecutionData[];
	/** Items on the error output, when the node was set to have one. */
	errorItems: INodeExecutionData[];
	/** The error that stopped the workflow. */
	error?: { message: string; description?: string | null; context?: IDataObject; httpCode?: string | null };
}

export interface RunOptions {
	credential: ICredentialDataDecryptedObject;
	/** The node's `resource`, `operation` and the parameters of the operation. */
	parameters: INodeParameters;
	/** The JSON of the input items, by default of one empty item. */
	input?: IDataObject[];
	/** The binary data of each input item, as the field "data". */
	files?: Buffer[];
	onError?: INode['onError'];
	/** How many times n8n tries a failing node, 2 to 5. By default once. */
	maxTries?: number;
	/** Aborts the execution when its signal fires. */
	signal?: AbortSignal;
	/** Replaces the real node, to prove that a test notices a defect. */
	nodeType?: INodeType;
	/** Whether the node follows the trigger of this package, which then emits `input` as its event. */
	isTriggered?: boolean;
	/** The mode of the execution in n8n, by default that of a sub-workflow. */
	mode?: WorkflowExecuteMode;
	/** The time zone in the settings of the workflow. */
	timezone?: string;
	/** The workflow has files as fields of the JSON, where n8n can do that. */
	hasFilesInJson?: boolean;
}

/** Runs the node with the credential of a service. Failed items go to the error output. */
export function runnerOf(service: { credential: () => ICredentialDataDecryptedObject }) {
	return async (
		parameters: INodeParameters,
		input: IDataObject[] = [{}],
		more: Partial<RunOptions> = {},
	): Promise<NodeRun> =>
		await runNode({
			credential: service.credential(),
			parameters,
			input,
			onError: 'continueErrorOutput',
			...more,
		});
}

/** Runs the node in n8n's execution engine, between a start node and one that takes its output. */
export async function runNode({
	credential,
	parameters,
	input = [{}],
	files = [],
	onError,
	maxTries,
	signal,
	nodeType,
	isTriggered = false,
	mode,
	timezone,
	hasFilesInJson,
}: RunOptions): Promise<NodeRun> {
	const workflow = workflowOf({
		nodes: [
			nodeOf('Start', isTriggered ? TRIGGER : START),
			{
				...nodeOf('Node', NODE, parameters),
				onError,
				...(maxTries && { retryOnFail: true, maxTries, waitBetweenTries: 1 }),
				credentials: credentialReference(),
			},
			nodeOf('Next', NEXT),
			nodeOf('On Error', NEXT),
		],
		connections: {
			Start: { main: [[connect('Node')]] },
			Node: { main: [[connect('Next')], [connect('On Error')]] },
		},
		types: nodeType ? withNode(nodeType) : nodeTypes,
		settings: {
			...(timezone !== undefined && { timezone }),
			...(hasFilesInJson && { binaryMode: 'combined' }),
		},
	});
	const run = await execute({
		workflow,
		credential,
		data: startingWith(workflow, input, files),
		signal,
		mode,
	});
	return resultOf(run, 'Node');
}

/** Runs the node as a tool of an agent. @param input the values from the model */
export async function runTool(
	{ credential, parameters, input }: Pick<RunOptions, 'credential' | 'parameters' | 'input'>,
	settings: Partial<INode> = {},
): Promise<NodeRun> {
	const { of } = await runGraph({
		credential,
		input,
		nodes: {
			Start: { type: START },
			Tool: { type: TOOL, parameters, credentials: credentialReference(), ...settings },
		},
		connections: { Start: [['Tool']] },
	});
	return of('Tool');
}

/** A workflow of several nodes. It starts at the node with the name Start. */
export interface GraphOptions extends Pick<
	RunOptions,
	'credential' | 'input' | 'files' | 'signal' | 'nodeType'
> {
	/** By name. Our nodes also get their credential. */
	nodes: Record<string, Partial<INode> & { type: string }>;
	/** The next nodes for each output of each node. "Merge input 1" is the second input of "Merge". */
	connections: Record<string, string[][]>;
	/** By tool: the agent that has it. */
	tools?: Record<string, string>;
	mode?: WorkflowExecuteMode;
	/** An execution of this workflow to continue, as n8n does for a manual retry and after a wait. */
	retryOf?: Pick<IRun, 'data'>;
	/** An execution that waits, to continue after its wait. n8n has saved it, and loads it. */
	resumes?: Pick<IRun, 'data'>;
	settings?: IWorkflowSettings;
	/** Another id acts like another process: this one has nothing of it in memory. */
	workflowId?: string;
	executionId?: string;
	/** The retried execution, when it left no data. */
	retryOfId?: string;
	/** Called with the data when n8n would save the execution, before all else at its end. */
	saved?: (data: IRunExecutionData) => void;
	/** Called with a copy of the data at the start, and after each node, when n8n saves it if it saves progress. */
	progress?: (data: IRunExecutionData) => void;
}

/** Runs a workflow of several nodes, with loops and branches, in n8n's execution engine. */
export async function runGraph({
	nodes,
	connections,
	tools = {},
	credential,
	input = [{}],
	signal,
	nodeType,
	mode,
	files,
	retryOf,
	resumes,
	settings,
	workflowId,
	executionId,
	retryOfId,
	saved,
	progress,
}: GraphOptions): Promise<{ run: IRun; of: (node: string, runIndex?: number) => NodeRun }> {
	const workflow = workflowOf({
		id: workflowId,
		// n8n, `workflow-execution.service.js`.
		active: mode !== 'manual',
		nodes: Object.entries(nodes).map(([name, node]) => ({
			...nodeOf(name, node.type, node.parameters),
			...(node.type === NODE && { credentials: credentialReference() }),
			...node,
		})),
		connections: Object.fromEntries([
			...Object.entries(connections).map(([name, outputs]) => [
				name,
				{ main: outputs.map((targets) => targets.map(connect)) },
			]),
			...Object.entries(tools).map(([name, agent]) => [
				name,
				{ ai_tool: [[{ ...connect(agent), type: 'ai_tool' }]] },
			]),
		]),
		types: nodeType ? withNode(nodeType) : nodeTypes,
		settings,
	});
	const started = () => (resumes ? structuredClone(resumes.data) : startingWith(workflow, input, files));
	const data = retryOf ? retried(retryOf.data, workflow) : started();
	const when = { saved, progress };
	const run = await execute({ workflow, credential, data, signal, mode, executionId, retryOfId, ...when });
	return { run, of: (node, runIndex = 0) => resultOf(run, node, runIndex) };
}

async function execute({
	workflow,
	credential,
	data,
	signal,
	mode = 'integrated',
	executionId,
	retryOfId,
	saved,
	progress,
}: {
	workflow: Workflow;
	credential: ICredentialDataDecryptedObject;
	data: IRunExecutionData;
	signal?: AbortSignal;
	mode?: WorkflowExecuteMode;
	executionId?: string;
	retryOfId?: string;
	saved?: (data: IRunExecutionData) => void;
	progress?: (data: IRunExecutionData) => void;
}): Promise<IRun> {
	const more = additionalData(credential, mode, executionId, retryOfId);
	const hooks = more.hooks as ExecutionLifecycleHooks;
	if (saved) hooks.addHandler('workflowExecuteAfter', async (run) => saved(run.data));
	if (progress) {
		hooks.addHandler('workflowExecuteBefore', (_workflow, now) => now && progress(structuredClone(now)));
		hooks.addHandler('nodeExecuteAfter', (_node, _task, now) => progress(structuredClone(now)));
	}
	const run = new WorkflowExecute(more, mode, data).processRunExecutionData(workflow);
	signal?.addEventListener('abort', () => run.cancel());
	return await run;
}

function resultOf(run: IRun, node: string, runIndex = 0): NodeRun {
	const { runData, error } = run.data.resultData;
	const outputs = runData[node]?.[runIndex]?.data?.main ?? [];
	return {
		items: outputs[0] ?? [],
		errorItems: outputs[1] ?? [],
		error: error ?? runData[node]?.[runIndex]?.error,
	};
}

/** A workflow of these nodes, in n8n's form in memory. */
export function workflowOf({
	nodes,
	connections = {},
	staticData = {},
	types = nodeTypes,
	id = 'test-workflow',
	active = true,
	settings = {},
}: {
	id?: string;
	active?: boolean;
	nodes: INode[];
	connections?: ConstructorParameters<typeof Workflow>[0]['connections'];
	staticData?: IDataObject;
	types?: INodeTypes;
	settings?: IWorkflowSettings;
}): Workflow {
	return new Workflow({
		id,
		name: 'Test',
		nodes,
		connections,
		active,
		nodeTypes: types,
		staticData,
		settings,
	});
}

/** @param parameters of a trigger: they include an event, without which n8n runs nothing */
export function nodeOf(
	name: string,
	type: string,
	parameters: INodeParameters = type === TRIGGER ? { events: ['quest.completed'] } : {},
): INode {
	return { id: `id of ${name}`, name, type, typeVersion: 1, position: [0, 0], parameters };
}

/** The reference to a credential in a node. */
export function credentialReference(): INode['credentials'] {
	return { rewardsEngagementApi: { id: '1', name: 'Test' } };
}

/** n8n's additional data for every node, with this credential. */
export function additionalData(
	credential: ICredentialDataDecryptedObject,
	mode: WorkflowExecuteMode,
	executionId?: string,
	retryOfId?: string,
): IWorkflowExecuteAdditionalData {
	const helper = new OneCredential(credential, new RewardsEngagementApi());
	return additionalDataOf(helper, mode, executionId, retryOfId);
}

/** The context in which n8n runs a node with these items. @param runData of the execution */
export function executeContext(
	{ workflow, node, data }: { workflow: Workflow; node: INode; data: IWorkflowExecuteAdditionalData },
	mode: WorkflowExecuteMode,
	items: INodeExecutionData[],
	runData: IRunExecutionData,
): ExecuteContext {
	const input = { main: [items] };
	const executeData = { node, data: input, source: null };
	return new ExecuteContext(workflow, node, data, mode, runData, 0, items, input, executeData, []);
}

/**
 * The context of a list request from the editor.
 *
 * @param shown the values of the panel. The editor resolves expressions if it can.
 * @param type of the node, by default the one with the operations
 */
export function panelContext(
	credential: ICredentialDataDecryptedObject,
	shown: INodeParameters,
	type = NODE,
): ILoadOptionsFunctions {
	const node = { ...nodeOf('Node', type, shown), credentials: credentialReference() };
	const data = { ...additionalData(credential, 'integrated'), currentNodeParameters: shown };
	return new LoadOptionsContext(workflowOf({ nodes: [node] }), node, data, '');
}

function connect(target: string) {
	const [node = '', input = '0'] = target.split(' input ');
	return { node, type: 'main' as const, index: Number(input) };
}
