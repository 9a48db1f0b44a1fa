import type { PollContext } from './settings';

/** How long a problem that may pass is only logged. */
const PATIENCE_MS = 15 * 60_000;

/** A lasting problem is reported again after this time. */
const REMINDER_MS = 60 * 60_000;

interface Trouble {
	since: number;
	/** How many polls have failed. */
	times: number;
	toldAt?: number;
}

/** By trigger, in this process. */
const troubles = new Map<string, Trouble>();

/** The trigger works again. */
export function endTrouble(key: string): void {
	troubles.delete(key);
}

/**
 * Records a failed poll, and returns whether it should fail in n8n too. In n8n every failed poll is a failed
 * execution, and a service that is down for an hour would leave sixty of them.
 *
 * A problem that may pass is reported after a quarter of an hour, any other at the second poll. From then on, both
 * are reported once an hour.
 *
 * @param now milliseconds since 1970
 * @param canFail whether this poll may fail. If not, the next one that may reports the problem.
 */
export function isToTell(key: string, mayPass: boolean, now: number, canFail = true): boolean {
	const trouble = troubles.get(key) ?? { since: now, times: 0 };
	troubles.set(key, trouble);
	trouble.times++;
	// The system time may have been set back.
	trouble.since = Math.min(trouble.since, now);
	if (trouble.toldAt !== undefined) trouble.toldAt = Math.min(trouble.toldAt, now);
	const isTime = mayPass ? now - trouble.since >= PATIENCE_MS : trouble.times > 1;
	const isNew = trouble.toldAt === undefined || now - trouble.toldAt >= REMINDER_MS;
	if (!canFail || !isTime || !isNew) return false;
	trouble.toldAt = now;
	return true;
}

/** Writes the problem of a poll to n8n's log. */
export function logTrouble(context: PollContext, words: string): void {
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}
