import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

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
