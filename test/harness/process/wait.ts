import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** The limit for waits inside this process, in milliseconds at least. It is enough for a busy machine. */
const MOST_LOOKS = 180_000;

const { setTimeout: realTimeout } = globalThis;

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
 * Waits until a condition in this process holds, and checks it often. It needs no clock, so a clock of the test does
 * not wait for it.
 *
 * @throws Error after some minutes
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
	for (let looks = 0; !(await isSo()); looks++) {
		if (looks === MOST_LOOKS) throw new Error(`Waited for ${what}, but it did not happen.`);
		await new Promise((resolve) => realTimeout(resolve, 1));
	}
}
