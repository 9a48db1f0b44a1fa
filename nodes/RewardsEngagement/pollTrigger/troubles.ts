import type { PollContext } from './settings';

/** How long a problem that may pass is only logged. */
const PATIENCE_MS = 15 * 60_000;

/** A lasting problem is reported again after this time. */
const REMINDER_MS = 60 * 60_000;

/** By trigger, in this process: since when its polls fail, and when that was told. */
const troubles = new Map<string, { since: number; toldAt: number }>();

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
	const known = troubles.get(key);
	const { since, toldAt } = known ?? { since: now, toldAt: -Infinity };
	// The system time may have been set back.
	const trouble = { since: Math.min(since, now), toldAt: Math.min(toldAt, now) };
	const isTime = mayPass ? now - trouble.since >= PATIENCE_MS : known !== undefined;
	const isToBeTold = canFail && isTime && now - trouble.toldAt >= REMINDER_MS;
	troubles.set(key, isToBeTold ? { ...trouble, toldAt: now } : trouble);
	return isToBeTold;
}

/** Writes the problem of a poll to n8n's log. */
export function logTrouble(context: PollContext, words: string): void {
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}
