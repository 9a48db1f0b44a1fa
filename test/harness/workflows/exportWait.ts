import { randomUUID } from 'node:crypto';

import { waitFor } from '../process/wait';
import type { CredentialReference, Execution, N8nClient, WorkflowInput } from '../n8n/client';
import { placeInRow, type NewNode } from './place';

/** n8n starts waiting executions at most a minute late. */
const RESUME_MS = 300_000;
/** The node holds its process for the first minute, and looks at growing gaps. */
const PAUSE_MS = 240_000;

const to = (node: string, index = 0) => ({ node, type: 'main', index });

/**
 * A webhook gets a file and the ID of an export job. When the job is done, the workflow reads the file, and gives its
 * text with the label of the request. The last node asks the service for its realm.
 */
export function exportWaitWorkflow(
	path: string,
	credential: CredentialReference,
	settings: Record<string, unknown> = {},
): WorkflowInput {
	const own = {
		type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
		typeVersion: 1,
		credentials: { rewardsEngagementApi: credential },
	};
	const chain: NewNode[] = [
		{
			name: 'Start',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			webhookId: randomUUID(),
		},
		{
			...own,
			name: 'Wait',
			parameters: { resource: 'export', operation: 'waitForCompletion', jobId: '={{ $json.query.job }}' },
			retryOnFail: true,
		},
		{
			name: 'Both',
			type: 'n8n-nodes-base.merge',
			typeVersion: 3.2,
			parameters: { mode: 'combine', combineBy: 'combineByPosition', options: {} },
		},
		{
			name: 'Read File',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1,
			parameters: { operation: 'text', binaryPropertyName: 'data', destinationKey: 'text', options: {} },
		},
		{
			name: 'End',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: `={{ ({ text: $json.text, label: $('Start').item.json.query.label, job: $('Wait').item.json.jobId }) }}`,
				options: {},
			},
		},
		{ ...own, name: 'Tell', parameters: { resource: 'realm', operation: 'get' } },
	];
	return {
		name: `Wait for an export at ${path}`,
		nodes: placeInRow(chain),
		connections: {
			Start: { main: [[to('Wait'), to('Both', 1)]] },
			Wait: { main: [[to('Both')]] },
			Both: { main: [[to('Read File')]] },
			'Read File': { main: [[to('End')]] },
			End: { main: [[to('Tell')]] },
		},
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** Starts the workflow with a file that has this text. */
export async function startWait(url: string, path: string, job: string, text: string): Promise<void> {
	const query = new URLSearchParams({ job, label: `label of ${text}` }).toString();
	const headers = { 'content-type': 'application/octet-stream' };
	const response = await fetch(`${url}/webhook/${path}?${query}`, { method: 'POST', headers, body: text });
	if (!response.ok) throw new Error(`The webhook responded with ${response.status}`);
}

/** The id of the execution, once n8n has paused it. */
export async function untilPaused(client: N8nClient, workflowId: string): Promise<string> {
	return await waitFor('the execution to be paused', PAUSE_MS, async () => {
		const [execution] = await client.listExecutions(workflowId);
		return execution?.status === 'waiting' ? execution.id : undefined;
	});
}

/** The execution, once n8n has continued and ended it. */
export async function untilContinued(client: N8nClient, id: string): Promise<Execution> {
	return await waitFor('the execution to end', RESUME_MS, async () => {
		const execution = await client.getExecution(id);
		return ['new', 'running', 'waiting'].includes(execution.status) ? undefined : execution;
	});
}

/** What an execution gave: its status, the runs of each node with the number of items, and the item at the end. */
export function resultOf({ status, data }: Execution): object {
	const { runData, error } = data.resultData;
	const runs = Object.entries(runData).map(([name, all]) => {
		return [name, all.map((run) => run.data?.main[0]?.length)];
	});
	return {
		status,
		error: error?.message,
		runs: Object.fromEntries(runs) as object,
		end: runData.End?.[0]?.data?.main[0]?.[0]?.json,
	};
}

/** The result of an execution that lost nothing. */
export function wholeResult(job: string, text: string): object {
	const names = ['Start', 'Wait', 'Both', 'Read File', 'End', 'Tell'];
	return {
		status: 'success',
		error: undefined,
		runs: Object.fromEntries(names.map((name) => [name, [1]])),
		end: { text, label: `label of ${text}`, job },
	};
}
