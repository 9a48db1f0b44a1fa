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

/** Gives the lists of its items as items, which say their event and delivery; of one event, where that is told. */
const SPLIT_ALL = 'test.splitAll';
/** Puts the items of its two inputs one after the other, like n8n's Merge. */
const MERGE = 'test.merge';
/** Has n8n save the execution, and go on with what it saved. */
const WAIT = 'test.wait';

/** The node that pays, and the one after it. */
export const PAYERS = ['Pay', 'Fee'] as const;
export type Payer = (typeof PAYERS)[number];

/** What the workflow looks like. */
export interface Shape {
	origin: 'event' | 'execution' | 'key';
	onError: INode['onError'];
	isLooped: boolean;
	/** Whether n8n saves the execution before each run of the node that pays. */
	hasWait: boolean;
	/** Whether a second node pays the same items. */
	hasFee: boolean;
	/** Whether each of two events has a branch, and a Merge leads them together. */
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

/** @param parameters of the nodes that pay */
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
	/** Called with what n8n saves, when the execution waits and when it ends. */
	onSave: (data: IRunExecutionData, isWaiting: boolean) => void;
}

/** Runs an execution to its end. Whenever it waits, it goes on from what n8n saved, as text has it. */
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
		// n8n does not say again which execution this one retries (n8n, `wait-tracker.js`).
		retryOfId = undefined;
	}
}

/** What n8n reads from its database of what it wrote there. */
export const copyOf = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

/** The data of an execution that begins with these items. */
export function startingWith(workflow: Workflow, input: readonly IDataObject[]): IRunExecutionData {
	const items = input.map((json) => ({ json }));
	return createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: workflow.getNode('Start')!, data: { main: [items] }, source: null }],
		},
	});
}

/** As n8n takes up a failed execution that it has saved (n8n, `execution.service.js`). */
export function retried(saved: IRunExecutionData): IRunExecutionData {
	const data = copyOf(saved);
	const { resultData } = data;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error) runs.pop();
	return data;
}
