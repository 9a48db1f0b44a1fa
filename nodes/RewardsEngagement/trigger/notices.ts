import type { IWebhookFunctions } from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';

/** What is said about a trigger is said again after an hour: nobody shall fill n8n's log by posting to its address. */
const QUIET_MS = 3_600_000;

/** When each was said last, by trigger and kind. Milliseconds since 1970. */
const saidAt = new Map<string, number>();

/**
 * Writes a warning to n8n's log, once an hour and process for each trigger and kind.
 *
 * @param words what happened and what to do, without anything of the request unless it was verified
 */
export function notice(context: IWebhookFunctions, kind: string, words: string): void {
	const key = `${nodeKey(context)} ${kind}`;
	const now = Date.now();
	if (now - (saidAt.get(key) ?? -Infinity) < QUIET_MS) return;
	saidAt.set(key, now);
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}
