import {
	createRunExecutionData,
	type IDataObject,
	type IRunExecutionData,
	type ITaskData,
	type Workflow,
} from 'n8n-workflow';

/** The data of an execution that starts with these items. @param files the binary data of each item, as "data" */
export function startingWith(
	workflow: Workflow,
	input: readonly IDataObject[],
	files: readonly Buffer[] = [],
): IRunExecutionData {
	const items = input.map((json, index) => {
		const file = files[index];
		const data = file && { data: file.toString('base64'), mimeType: 'application/json' };
		return { json, ...(data && { binary: { data } }) };
	});
	return createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: workflow.getNode('Start')!, data: { main: [items] }, source: null }],
		},
	});
}

/**
 * Loads a stored failed execution as n8n does (n8n, `execution.service.js`).
 *
 * @param workflow now, which may have changed since
 */
export function retried(saved: IRunExecutionData, workflow: Workflow): IRunExecutionData {
	const stored = structuredClone(saved);
	for (const waiting of stored.executionData?.nodeExecutionStack ?? [])
		waiting.node = workflow.getNode(waiting.node.name)!;
	const { resultData } = stored;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error) runs.pop();
	return stored;
}

/**
 * The data that n8n makes of those that it saved before a crash. A node without data gets an artificial item if it
 * ended, and an error if it only started (n8n, `execution-recovery.service.js`).
 *
 * @param nodes of the workflow, in its order
 */
export function amended(
	saved: IRunExecutionData,
	nodes: Iterable<string>,
	{ started, ended }: { started: ReadonlySet<string>; ended: ReadonlySet<string> },
): IRunExecutionData {
	const data = structuredClone(saved);
	const { resultData } = data;
	for (const name of nodes) {
		if (!started.has(name) || resultData.runData[name]) continue;
		const task: ITaskData = { startTime: 0, executionIndex: 0, executionTime: -1, source: [null] };
		if (ended.has(name)) {
			task.executionStatus = 'success';
			task.data = { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] };
		} else {
			task.executionStatus = 'crashed';
			task.error = { name: 'NodeCrashedError', message: 'Node crashed' } as ITaskData['error'];
			resultData.error = { name: 'WorkflowCrashedError', message: 'Workflow crashed' } as ITaskData['error'];
		}
		resultData.lastNodeExecuted = name;
		resultData.runData[name] = [task];
	}
	return data;
}
