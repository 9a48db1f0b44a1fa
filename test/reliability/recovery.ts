import type { OpenN8n } from '../harness/n8n/open';
import type { EffectRecorder } from '../harness/http/effectRecorder';
import { settled } from '../harness/n8n/executions';
import type { Row } from './report';

const FIRST_TIMEOUT_MS = 60_000;
const NEXT_TIMEOUT_MS = 30_000;

/**
 * n8n may be killed after it noted the start of an execution and before that of its first node. Then its next two
 * starts skip the execution, which stays listed as running. The third start no longer reads that note, and marks it
 * as crashed (`amend` in `execution-recovery.service.js`, where n8n reads the log of two starts).
 */
const STARTS = 3;

export interface Recovery {
	/** The number of restarts of n8n. */
	restarts: number;
	/** Executions that still did not end. */
	unfinished: number;
}

/**
 * After n8n was killed, waits until no execution is under way. Restarts n8n until it has recovered those that it
 * lists as running.
 */
export async function recovered(
	{ n8n, client }: OpenN8n,
	workflowId: string,
	recorder: Pick<EffectRecorder, 'reports'>,
): Promise<Recovery> {
	let unfinished = await settled(client, workflowId, recorder, FIRST_TIMEOUT_MS);
	let restarts = 0;
	while (unfinished > 0 && restarts < STARTS) {
		await n8n.restart();
		restarts += 1;
		unfinished = await settled(client, workflowId, recorder, NEXT_TIMEOUT_MS);
	}
	return { restarts, unfinished };
}

/** Notes the restarts under the row. Executions that did not end break a promise. */
export function noteRecovery(row: Row, { restarts, unfinished }: Recovery): void {
	if (restarts > 0)
		row.notes.push(
			`n8n listed killed executions as running, and marked them as crashed after ${restarts} more restarts`,
		);
	if (unfinished > 0) row.broken.push(`${unfinished} executions did not end`);
}
