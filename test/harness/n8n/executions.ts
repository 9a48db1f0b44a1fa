import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nClient } from './client';
import type { EffectRecorder } from '../http/effectRecorder';

const QUIET_MS = 3_000;
/** The highest number of executions per page of n8n's list. */
const PAGE = 100;

interface ExecutionList {
	data: { count: number; results: Array<{ id: string }>; nextCursor?: string | null };
}

/** The number of executions of a workflow with one of these statuses, by default with any status. */
export async function countExecutions(
	client: N8nClient,
	workflowId: string,
	...status: string[]
): Promise<number> {
	return (await list(client, workflowId, status, 1)).count;
}

/**
 * The executions of a workflow with one of these statuses, by the numbers of their events. An execution without a
 * number, because n8n overwrote its data, gets -1.
 */
export async function executionsOfEvents(
	client: N8nClient,
	workflowId: string,
	...status: string[]
): Promise<Map<number, string[]>> {
	const byNumber = new Map<number, string[]>();
	for (let cursor: string | undefined; ;) {
		const { results, nextCursor } = await list(client, workflowId, status, PAGE, cursor);
		for (const { id } of results) {
			const { data } = await client.getExecution(id);
			const [, text] = /"number":(\d+)/.exec(JSON.stringify(data)) ?? [];
			const number = text === undefined ? -1 : Number(text);
			byNumber.set(number, [...(byNumber.get(number) ?? []), id]);
		}
		if (!nextCursor) return byNumber;
		cursor = nextCursor;
	}
}

/**
 * Waits until no execution is under way and no effect has been reported for some seconds. Returns the number of
 * unfinished ones.
 */
export async function settled(
	client: N8nClient,
	workflowId: string,
	recorder: Pick<EffectRecorder, 'reports'>,
	timeout: number,
): Promise<number> {
	const deadline = Date.now() + timeout;
	for (;;) {
		const before = recorder.reports.length;
		await sleep(QUIET_MS);
		const unfinished = await countExecutions(client, workflowId, 'new', 'running', 'waiting');
		if ((unfinished === 0 && recorder.reports.length === before) || Date.now() > deadline) return unfinished;
	}
}

async function list(client: N8nClient, workflowId: string, status: string[], limit: number, cursor = '') {
	const filter = JSON.stringify({ workflowId, ...(status.length > 0 ? { status } : {}) });
	const query = new URLSearchParams({ limit: String(limit), filter, ...(cursor && { cursor }) });
	const { status: code, text } = await client.file(`rest/executions?${query.toString()}`);
	if (code !== 200) throw new Error(`n8n did not list the executions: ${code} ${text.slice(0, 300)}`);
	return (JSON.parse(text) as ExecutionList).data;
}
