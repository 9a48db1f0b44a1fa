import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** How long something in this process may take, however busy the machine is. */
const PATIENCE_MS = 60_000;

/**
 * Asks `read` again and again until it returns something other than undefined.
 *
 * @param what What is waited for, for the message: "n8n to run the workflow".
 * @param pollMs How long it rests between two questions.
 * @throws Error when that has not happened after `timeoutMs`.
 */
export async function waitFor<T>(
	what: string,
	timeoutMs: number,
	read: () => Promise<T | undefined> | T | undefined,
	pollMs = POLL_MS,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const value = await read();
		if (value !== undefined) return value;
		if (Date.now() > deadline)
			throw new Error(`Waited ${timeoutMs / 1000} s for ${what}, and it did not happen.`);
		await sleep(pollMs);
	}
}

/**
 * Waits until something of this process is so, and looks often.
 *
 * @throws Error when it is not so after a minute
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
	await waitFor(what, PATIENCE_MS, async () => (await isSo()) || undefined, 1);
}
