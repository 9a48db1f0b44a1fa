import { WorkflowExecute, type ExecutionLifecycleHooks } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalData, credentialReference, nodeOf, workflowOf } from './engine';
import { AGAIN, LOOP, NEXT, NODE, nodeTypes, START, TRIGGER } from './nodeTypes';

/** Outputs the lists of its items as items with their event and delivery. It can be limited to one event. */
const SPLIT_ALL = 'test.splitAll';
/** Puts the items of its two inputs one after another, like n8n's Merge. */
const MERGE = 'test.merge';
/** Makes n8n save the execution, and continue with the saved data. */
const WAIT = 'test.wait';

/** The node that pays, and the one after it. */
export const PAYERS = ['Pay', 'Fee'] as const;
export type Payer = (typeof PAYERS)[number];

/** The structure of the workflow. */
export interface Shape {
	origin: 'event' | 'execution' | 'key';
	onError: INode['onError'];
	isLooped: boolean;
	/** Whether n8n saves the execution before each run of the paying node. */
	hasWait: boolean;
	/** Whether a second node pays the same items. */
	hasFee: boolean;
	/** Whether each of two events has a branch, and a Merge joins them. */
	isMerged: boolean;
	maxTries: number;
}

const described = (name: string, more: Partial<INodeType['description']> = {}): INodeType['description'] => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: 'A node of a story',
	defaults: { name },
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: [],
	...more,
});

const own: Record<string, INodeType> = {
	[SPLIT_ALL]: {
		description: described('splitAll', {
			properties: [{ displayName: 'Event', name: 'event', type: 'string', default: '' }],
		}),
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const only = this.getNodeParameter('event', 0) as string;
			const items = this.getInputData().flatMap(({ json: { eventId, list } }, item) =>
				only !== '' && eventId !== only
					? []
					: (list as IDataObject[]).map((entry) => ({
							json: { ...entry, event: eventId, delivery: item },
							pairedItem: { item },
						})),
			);
			return [items];
		},
	},
	[MERGE]: {
		description: described('merge', { inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] }),
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const items = [0, 1].flatMap((input) =>
				(this.getInputData(input) ?? []).map(({ json }, item) => ({ json, pairedItem: { item, input } })),
			);
			return [items];
		},
	},
	[WAIT]: {
		description: described('wait'),
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			await this.putExecutionToWait(new Date(0));
			return [this.getInputData()];
		},
	},
};

const types: INodeTypes = {
	...nodeTypes,
	getByName: (name) => own[name] ?? nodeTypes.getByName(name),
	getByNameAndVersion: (name) => own[name] ?? nodeTypes.getByNameAndVersion(name),
};

/** @param parameters of the paying nodes */
export function workflowFor(
	id: string,
	{ origin, onError, isLooped, hasWait, hasFee, isMerged, maxTries }: Shape,
	parameters: Record<Payer, INodeParameters>,
): Workflow {
	const paying = (payer: Payer): INode => ({
		...nodeOf(payer, NODE, parameters[payer]),
		credentials: credentialReference(),
		onError,
		...(maxTries > 1 && { retryOnFail: true, maxTries, waitBetweenTries: 1 }),
	});
	const pay = hasWait ? 'Wait' : 'Pay';
	const both = [pay, ...(hasFee ? ['Fee'] : [])];
	const done = isLooped ? 'Loop' : 'End';
	const outputs: Record<string, string[][]> = {
		...(isMerged
			? { Start: [['Split 1', 'Split 2']], 'Split 1': [['Merge']], 'Split 2': [['Merge 1']] }
			: { Start: [['Split']] }),
		[isMerged ? 'Merge' : 'Split']: [isLooped ? ['Loop'] : both],
		Loop: [['End'], both],
		Wait: [['Pay']],
		Pay: onError === 'continueRegularOutput' ? [['Again']] : [[done], ['Again']],
		Again: [[pay], [done]],
	};
	return workflowOf({
		id,
		types,
		nodes: [
			nodeOf('Start', origin === 'event' ? TRIGGER : START),
			nodeOf('Split', SPLIT_ALL),
			nodeOf('Split 1', SPLIT_ALL, { event: 'e1' }),
			nodeOf('Split 2', SPLIT_ALL, { event: 'e2' }),
			nodeOf('Merge', MERGE),
			nodeOf('Loop', LOOP),
			nodeOf('Wait', WAIT),
			paying('Pay'),
			paying('Fee'),
			nodeOf('Again', AGAIN),
			nodeOf('End', NEXT),
		],
		connections: Object.fromEntries(
			Object.entries(outputs).map(([name, branches]) => [
				name,
				{
					main: branches.map((targets) =>
						targets.map((target) =>
							target === 'Merge 1'
								? { node: 'Merge', type: 'main' as const, index: 1 }
								: { node: target, type: 'main' as const, index: 0 },
						),
					),
				},
			]),
		),
	});
}

interface Execution {
	workflow: Workflow;
	credential: ICredentialDataDecryptedObject;
	data: IRunExecutionData;
	mode: WorkflowExecuteMode;
	executionId: string;
	/** The execution that a person retries. */
	retryOfId?: string;
	signal: AbortSignal;
	/** Called with the data that n8n saves, when the execution waits and when it ends. */
	onSave: (data: IRunExecutionData, isWaiting: boolean) => void;
}

/** Runs an execution to its end. After each wait it continues from the data that n8n saved as text. */
export async function executeSaving(execution: Execution): Promise<IRun> {
	const { workflow, credential, mode, executionId, signal, onSave } = execution;
	let { data, retryOfId } = execution;
	for (;;) {
		let saved: IRunExecutionData | undefined;
		const more = additionalData(credential, mode, executionId, retryOfId);
		(more.hooks as ExecutionLifecycleHooks).addHandler('workflowExecuteAfter', async (run) => {
			saved = copyOf(run.data);
			onSave(saved, run.waitTill !== undefined);
		});
		const running = new WorkflowExecute(more, mode, data).processRunExecutionData(workflow);
		const cancel = () => running.cancel();
		signal.addEventListener('abort', cancel);
		const run = await running;
		signal.removeEventListener('abort', cancel);
		if (!run.waitTill || signal.aborted || !saved) return run;
		data = copyOf(saved);
		// After the wait n8n no longer says which execution this one retries (n8n, `wait-tracker.js`).
		retryOfId = undefined;
	}
}

/** The data as n8n reads it back from its database. */
export const copyOf = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

/** The data of an execution that starts with these items. */
export function startingWith(workflow: Workflow, input: readonly IDataObject[]): IRunExecutionData {
	const items = input.map((json) => ({ json }));
	return createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: workflow.getNode('Start')!, data: { main: [items] }, source: null }],
		},
	});
}

/** Loads a saved failed execution as n8n does (n8n, `execution.service.js`). */
export function retried(saved: IRunExecutionData): IRunExecutionData {
	const data = copyOf(saved);
	const { resultData } = data;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error) runs.pop();
	return data;
}
