import type { IWebhookFunctions } from 'n8n-workflow';

import { now } from '../api/time';
import { nodeKey } from '../shared/nodeKey';

/**
 * The subject of a log line: the service, or the trigger's own settings. Anyone can make the service refuse a made-up
 * code, so each kind has its own limit.
 */
export type LogKind = 'service' | 'settings';

/** Log lines per trigger, kind and minute, so that no one can fill n8n's log by opening the address. */
export const MOST_LINES = 20;
const MINUTE_MS = 60_000;
/** In characters. The line quotes what someone sent. */
const LONGEST_LINE = 2_000;

/** The recent lines of each trigger of this process, by trigger and kind. */
const latest = new Map<string, { since: number; lines: number }>();

/** Writes one line into n8n's log, for the owner of the workflow. */
export function log(context: IWebhookFunctions, kind: LogKind, words: string): void {
	const key = `${nodeKey(context)} ${kind}`;
	const time = now();
	const last = latest.get(key);
	const minute = last && time - last.since < MINUTE_MS ? last : { since: time, lines: 0 };
	latest.set(key, minute);
	if (++minute.lines > MOST_LINES) return;
	const more = minute.lines === MOST_LINES ? ' Further messages of this minute are not logged.' : '';
	context.logger.warn(`"${context.getNode().name}" could not link a member: ${inOneLine(words)}${more}`);
}

/** Removes line breaks, which could forge log lines, and control characters, which could hide some. */
function inOneLine(words: string): string {
	return words.slice(0, LONGEST_LINE).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
