import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** The limit for waits inside this process, enough for a busy machine. */
const PATIENCE_MS = 180_000;

/**
 * Calls `read` again and again until it returns something other than undefined.
 *
 * @param what The expected event, for the message: "n8n to run the workflow". A function is called after the last wait.
 * @param pollMs The pause between two calls.
 * @throws Error after `timeoutMs`.
 */
export async function waitFor<T>(
	what: string | (() => string),
	timeoutMs: number,
	read: () => Promise<T | undefined> | T | undefined,
	pollMs = POLL_MS,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const value = await read();
		if (value !== undefined) return value;
		if (Date.now() > deadline) {
			const missed = typeof what === 'string' ? what : what();
			throw new Error(`Waited ${timeoutMs / 1000} s for ${missed}, but it did not happen.`);
		}
		await sleep(pollMs);
	}
}

/**
 * Waits until a condition in this process holds, and checks it often.
 *
 * @throws Error after a minute
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
	await waitFor(what, PATIENCE_MS, async () => (await isSo()) || undefined, 1);
}
