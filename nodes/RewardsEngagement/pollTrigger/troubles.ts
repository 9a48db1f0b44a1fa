import type { PollContext } from './settings';

/** How long what may pass is only noted. */
const PATIENCE_MS = 15 * 60_000;

/** What lasts is told of again after this. */
const REMINDER_MS = 60 * 60_000;

interface Trouble {
	since: number;
	/** Polls that it has lasted for. */
	times: number;
	toldAt?: number;
}

/** By trigger, in this process. */
const troubles = new Map<string, Trouble>();

/** All is well again. */
export function endTrouble(key: string): void {
	troubles.delete(key);
}

/**
 * Takes note that a poll failed, and says whether to fail in n8n too: there every failed poll is a failed execution, and
 * a service that is down for an hour would leave sixty of them.
 *
 * What may pass is told of after a quarter of an hour, what does not at the second poll, and both once an hour from then
 * on.
 *
 * @param now milliseconds since 1970
 * @param canFail whether this poll may: else the next that may is to tell
 */
export function isToTell(key: string, mayPass: boolean, now: number, canFail = true): boolean {
	const trouble = troubles.get(key) ?? { since: now, times: 0 };
	troubles.set(key, trouble);
	trouble.times++;
	// The clock may have jumped back.
	trouble.since = Math.min(trouble.since, now);
	if (trouble.toldAt !== undefined) trouble.toldAt = Math.min(trouble.toldAt, now);
	const isTime = mayPass ? now - trouble.since >= PATIENCE_MS : trouble.times > 1;
	const isNew = trouble.toldAt === undefined || now - trouble.toldAt >= REMINDER_MS;
	if (!canFail || !isTime || !isNew) return false;
	trouble.toldAt = now;
	return true;
}

/** Writes to n8n's log what is wrong with a poll. */
export function logTrouble(context: PollContext, words: string): void {
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}
