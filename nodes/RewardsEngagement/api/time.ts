import { sleep } from 'n8n-workflow';

/** Milliseconds by a monotonic clock. A change of the system time does not change a wait. */
export function now(): number {
	return performance.now();
}

/**
 * Waits, but not longer than until the execution is canceled. n8n allows any number of listeners for that (n8n-core,
 * `workflow-execute.js`).
 *
 * It does not wait for a signal with a timeout: Node.js exits while nothing else is pending.
 *
 * @returns whether the execution still runs
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
	if (signal?.aborted) return false;
	let onCancel = () => {};
	const canceled = new Promise<void>((resolve) => (onCancel = resolve));
	signal?.addEventListener('abort', onCancel);
	if (milliseconds > 0) await Promise.race([sleep(Math.ceil(milliseconds)), canceled]);
	signal?.removeEventListener('abort', onCancel);
	return !signal?.aborted;
}

/** Work that was ended because its time was up, or because its execution was canceled. */
export class EndedEarly extends Error {
	constructor(readonly by: 'time' | 'cancel') {
		super('It took too long, or was canceled');
	}
}

/**
 * Runs work with a deadline. Does not start it if the execution is canceled already.
 *
 * The timeout of n8n's HTTP library restarts with every byte, and stops once a body starts. A server that sends a
 * byte now and then would hold a request forever.
 *
 * @param milliseconds until the deadline
 * @param work gets a signal that fires at the deadline and on a cancel
 * @throws {EndedEarly} at the deadline and on a cancel, even if the work ignores the signal
 */
export async function within<T>(
	milliseconds: number,
	canceled: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	if (canceled?.aborted) throw new EndedEarly('cancel');
	const controller = new AbortController();
	// Not `AbortSignal.any`: Node.js 20 loses a timeout that nothing else refers to, and Node.js 24 keeps 0.7 kB for each
	// until the execution ends.
	const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds)));
	let stop: (reason: EndedEarly) => void = () => {};
	const ended = new Promise<never>((_resolve, reject) => (stop = reject));
	const end = (by: EndedEarly['by']) => {
		stop(new EndedEarly(by));
		controller.abort();
	};
	const onTimeout = () => end('time');
	const onCancel = () => end('cancel');
	timeout.addEventListener('abort', onTimeout);
	canceled?.addEventListener('abort', onCancel);
	try {
		return await Promise.race([work(controller.signal), ended]);
	} finally {
		// Otherwise Node.js keeps the signal, and all that this function knows, until the deadline.
		timeout.removeEventListener('abort', onTimeout);
		canceled?.removeEventListener('abort', onCancel);
	}
}
