import type { IWebhookFunctions } from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';

/** A notice is repeated only after an hour, so that no one can fill n8n's log by posting to the address. */
const QUIET_MS = 3_600_000;

/** The time of the last notice, by trigger and kind. In milliseconds since 1970. */
const saidAt = new Map<string, number>();

/**
 * Writes a warning to n8n's log, once an hour and process for each trigger and kind.
 *
 * @param words what happened and what to do, without any part of an unverified request
 */
export function notice(context: IWebhookFunctions, kind: string, words: string): void {
	const key = `${nodeKey(context)} ${kind}`;
	const now = Date.now();
	if (now - (saidAt.get(key) ?? -Infinity) < QUIET_MS) return;
	saidAt.set(key, now);
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}
