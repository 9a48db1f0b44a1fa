import type { OpenN8n } from '../harness/n8n/open';
import type { EffectRecorder } from '../harness/http/effectRecorder';
import { settled } from '../harness/n8n/executions';
import type { Row } from './report';

const FIRST_TIMEOUT_MS = 60_000;
const NEXT_TIMEOUT_MS = 30_000;

/**
 * An execution that was killed after n8n had noted its start, and before it noted that of its first node, is passed
 * over at the next two starts of n8n, and stays listed as running. The third start, which does not read that note any
 * more, marks it as crashed (`amend` in `execution-recovery.service.js`; n8n reads the log of two starts).
 */
const STARTS = 3;

export interface Recovery {
	/** How often n8n had to be started again. */
	restarts: number;
	/** Executions that did not end nevertheless. */
	unfinished: number;
}

/**
 * Waits until no execution is under way after n8n was killed, and restarts it as often as it takes to recover those
 * that it takes for running.
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

/** Says under the table's row what the recovery took; executions that did not end break a promise. */
export function noteRecovery(row: Row, { restarts, unfinished }: Recovery): void {
	if (restarts > 0)
		row.notes.push(
			`n8n took executions that it had been killed in for running; it marked them as crashed after ${restarts} more restarts`,
		);
	if (unfinished > 0) row.broken.push(`${unfinished} executions did not end`);
}
