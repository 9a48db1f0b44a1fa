import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What is said about a trigger is said again after an hour: nobody shall fill n8n's log by posting to its address. */
const QUIET_MS = 3_600_000;

/** When each was said last, by trigger and kind. Milliseconds since 1970. */
const saidAt = new Map<string, number>();

/** Tells the triggers of this process apart, however they are named. */
export function triggerKey(context: IExecuteFunctions | IWebhookFunctions): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}

/**
 * Writes a warning to n8n's log, once an hour and process for each trigger and kind.
 *
 * @param words what happened and what to do, without anything of the request unless it was verified
 */
export function notice(context: IWebhookFunctions, kind: string, words: string): void {
	const key = `${triggerKey(context)} ${kind}`;
	const now = Date.now();
	if (now - (saidAt.get(key) ?? -Infinity) < QUIET_MS) return;
	saidAt.set(key, now);
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}
