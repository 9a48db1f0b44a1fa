import { sleep } from 'n8n-workflow';

/**
 * `sleep` cannot be ended early, so a long wait consists of short sleeps. The rest of a cancelled wait is then short.
 */
export const MAX_NAP_MS = 250;

/** Milliseconds by a monotonic clock. A change of the system time does not change a wait. */
export function now(): number {
	return performance.now();
}

/** The functions to call on a cancel. */
const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when the execution is cancelled. All waits of an execution share one listener, because Node.js
 * warns about many.
 *
 * @param signal of an execution that is not cancelled yet, `undefined` if n8n has none
 * @returns a function that ends the watch
 */
export function onCancel(signal: AbortSignal | undefined, callback: () => void): () => void {
	if (!signal) return () => {};
	const watched = callbacks.get(signal) ?? watch(signal);
	watched.add(callback);
	return () => void watched.delete(callback);
}

function watch(signal: AbortSignal): Set<() => void> {
	const watched = new Set<() => void>();
	callbacks.set(signal, watched);
	const callAll = () => {
		for (const callback of watched) callback();
		watched.clear();
	};
	signal.addEventListener('abort', callAll, { once: true });
	return watched;
}

/**
 * Waits, but not longer than until the execution is cancelled.
 *
 * @returns whether the execution still runs
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
	const end = now() + milliseconds;
	for (let rest = milliseconds; rest > 0 && !signal?.aborted; rest = end - now()) {
		await nap(Math.min(rest, MAX_NAP_MS), signal);
	}
	return !signal?.aborted;
}

async function nap(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	await new Promise<void>((resolve) => {
		const forget = onCancel(signal, resolve);
		void sleep(Math.ceil(milliseconds)).then(() => {
			forget();
			resolve();
		});
	});
}
