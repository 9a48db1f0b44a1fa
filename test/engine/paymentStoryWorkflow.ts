import { WorkflowExecute, type ExecutionLifecycleHooks } from 'n8n-core';
import {
	NodeConnectionTypes,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	type IRun,
	type IRunExecutionData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalData, credentialReference, nodeOf, workflowOf } from './engine';
import { AGAIN, AGENT, CODE, LOOP, MERGE, NEXT, NODE, START, TOOL, TRIGGER } from './nodeTypes';
import { SPLIT_ALL, storyTypes, WAIT } from './paymentStoryNodes';

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
	/** Whether an agent calls the paying node as its tool. The agent then has the name of the paying node. */
	isTool: boolean;
	/** Whether a Code node filters the items, so that n8n cannot tell their source. */
	isFiltered: boolean;
}

/** @param parameters of the paying nodes */
export function workflowFor(
	id: string,
	{ origin, onError, isLooped, hasWait, hasFee, isMerged, maxTries, isTool, isFiltered }: Shape,
	parameters: Record<Payer | 'Agent', INodeParameters>,
): Workflow {
	const paying = (name: string, type: string, payer: Payer): INode => ({
		...nodeOf(name, type, parameters[payer]),
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
		...(isFiltered && { Split: [['Code']] }),
		[isMerged ? 'Merge' : isFiltered ? 'Code' : 'Split']: [isLooped ? ['Loop'] : both],
		Loop: [['End'], both],
		Wait: [['Pay']],
		Pay: onError === 'continueRegularOutput' ? [['Again']] : [[done], ['Again']],
		Again: [[pay], [done]],
	};
	return workflowOf({
		id,
		types: storyTypes,
		nodes: [
			nodeOf('Start', origin === 'event' ? TRIGGER : START),
			nodeOf('Split', SPLIT_ALL, { hasHeading: isFiltered }),
			nodeOf('Code', CODE),
			nodeOf('Split 1', SPLIT_ALL, { event: 'e1' }),
			nodeOf('Split 2', SPLIT_ALL, { event: 'e2' }),
			nodeOf('Merge', MERGE),
			nodeOf('Loop', LOOP),
			nodeOf('Wait', WAIT),
			...(isTool
				? [nodeOf('Pay', AGENT, parameters.Agent), paying('Tool', TOOL, 'Pay')]
				: [paying('Pay', NODE, 'Pay')]),
			paying('Fee', NODE, 'Fee'),
			nodeOf('Again', AGAIN),
			nodeOf('End', NEXT),
		],
		connections: {
			Tool: { [NodeConnectionTypes.AiTool]: [[{ node: 'Pay', type: NodeConnectionTypes.AiTool, index: 0 }]] },
			...Object.fromEntries(
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
		},
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
	/** Called when a node starts, and when it ends, with the data that n8n has then. */
	onNode?: (name: string, ended?: IRunExecutionData) => void;
}

/** Runs an execution to its end. After each wait it continues from the data that n8n saved as text. */
export async function executeSaving(execution: Execution): Promise<IRun> {
	const { workflow, credential, mode, executionId, signal, onSave, onNode } = execution;
	let { data, retryOfId } = execution;
	for (;;) {
		let saved: IRunExecutionData | undefined;
		const more = additionalData(credential, mode, executionId, retryOfId);
		const hooks = more.hooks as ExecutionLifecycleHooks;
		hooks.addHandler('nodeExecuteBefore', async (name) => onNode?.(name));
		hooks.addHandler('nodeExecuteAfter', async (name, _data, ended) => onNode?.(name, ended));
		hooks.addHandler('workflowExecuteAfter', async (run) => {
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
