import type { IWebhookFunctions } from 'n8n-workflow';

import { now } from '../api/wait';
import { nodeKey } from '../shared/nodeKey';

/**
 * What a line is about: the service, which anybody can have say no by a made-up code, or the trigger's own settings.
 * Lines of one kind never take the place of the other's.
 */
export type LogKind = 'service' | 'settings';

/** Lines of a kind that a trigger writes in a minute: nobody shall fill n8n's log by opening its address. */
export const MOST_LINES = 20;
const MINUTE_MS = 60_000;
/** In characters; it quotes what somebody sent. */
const LONGEST_LINE = 2_000;

/** What each trigger of this process wrote of late, by trigger and kind. */
const latest = new Map<string, { since: number; lines: number }>();

/** Writes one line into n8n's log, for the owner of the workflow. */
export function log(context: IWebhookFunctions, kind: LogKind, words: string): void {
	const key = `${nodeKey(context)} ${kind}`;
	const time = now();
	const last = latest.get(key);
	const minute = last && time - last.since < MINUTE_MS ? last : { since: time, lines: 0 };
	latest.set(key, minute);
	if (++minute.lines > MOST_LINES) return;
	const more = minute.lines === MOST_LINES ? ' Further ones of this minute are left out.' : '';
	context.logger.warn(`"${context.getNode().name}" could not link a member: ${inOneLine(words)}${more}`);
}

/** Line breaks would make lines of somebody else's, and control characters hide some. */
function inOneLine(words: string): string {
	return words.slice(0, LONGEST_LINE).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
