import type { IRunExecutionData, ITaskData } from 'n8n-workflow';

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
