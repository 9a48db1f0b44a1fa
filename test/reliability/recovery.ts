import type { OpenN8n } from '../n8n/open';
import type { Witness } from '../n8n/witness';
import { settled } from './executions';

const FIRST_TIMEOUT_MS = 60_000;
const NEXT_TIMEOUT_MS = 30_000;

/**
 * An execution that was killed after n8n had noted its start, and before it noted that of its first node, is passed
 * over at the next two starts of n8n, and stays listed as running. The third start, which does not read that note any
 * more, marks it as crashed (`amend` in `execution-recovery.service.js`; n8n reads the log of two starts).
 */
const STARTS = 3;

/**
 * Waits until no execution is under way after n8n was killed, and restarts it as often as it takes to recover those
 * that it takes for running.
 *
 * @returns how many restarts that took, and how many executions stay unfinished nevertheless
 */
export async function recovered(
	{ n8n, client }: OpenN8n,
	workflowId: string,
	witness: Pick<Witness, 'reports'>,
): Promise<{ restarts: number; unfinished: number }> {
	let unfinished = await settled(client, workflowId, witness, FIRST_TIMEOUT_MS);
	let restarts = 0;
	while (unfinished > 0 && restarts < STARTS) {
		await n8n.restart();
		restarts += 1;
		unfinished = await settled(client, workflowId, witness, NEXT_TIMEOUT_MS);
	}
	return { restarts, unfinished };
}

/** The line under the table for executions that n8n took for running. */
export function restartsNote(restarts: number): string {
	return `n8n took executions that it had been killed in for running; it marked them as crashed after ${restarts} more restarts`;
}
