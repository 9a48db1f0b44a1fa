import { sleep } from 'n8n-workflow';

import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { onCancel } from './wait';

/**
 * How often deadlines are checked. One may fire this much late, and the last check may come this long after the work.
 */
const TICK_MS = 100;

/** Why work was ended early. */
export type EndedBy = 'time' | 'cancel';

/**
 * Ends work that takes too long, or whose execution is cancelled.
 *
 * The timeout of n8n's HTTP library restarts with every byte, and stops once a body starts. A server that sends a
 * byte now and then would hold a request forever.
 */
export class Deadline {
	/** What fired, if anything did. */
	endedBy?: EndedBy;

	private readonly controller = new AbortController();

	/** By the monotonic clock, in milliseconds. `Infinity` while the deadline rests. */
	private at: number;

	private readonly forgetCancel: () => void;

	/**
	 * Starts counting. The caller must {@link stop} it.
	 *
	 * @param span milliseconds
	 * @param cancelled fires when the execution is cancelled
	 */
	constructor(
		private readonly span: number,
		cancelled?: AbortSignal,
	) {
		this.at = performance.now() + span;
		running.add(this);
		this.forgetCancel = onCancel(cancelled, () => this.fire('cancel'));
		if (cancelled?.aborted) this.fire('cancel');
		void watch();
	}

	/** Fires at the deadline, and when the execution is cancelled. The work must then end. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** The result of the work. Rejects at the deadline, even if the work ignores the signal. */
	async race<T>(work: Promise<T>): Promise<T> {
		const { signal } = this;
		let onAbort = () => {};
		const ended = new Promise<never>((_resolve, reject) => {
			onAbort = () => reject(new Error('It took too long, or was cancelled'));
		});
		if (signal.aborted) onAbort();
		else signal.addEventListener('abort', onAbort);
		try {
			return await Promise.race([work, ended]);
		} finally {
			// Otherwise the signal would keep the result of the work in memory. A download runs a race for each
			// chunk.
			signal.removeEventListener('abort', onAbort);
		}
	}

	/** Starts counting from zero again. */
	restart(): void {
		this.at = performance.now() + this.span;
	}

	/** Stops counting until {@link restart}. A cancel still fires. */
	rest(): void {
		this.at = Infinity;
	}

	/** Ends the work now. */
	end(): void {
		this.controller.abort();
		this.stop();
	}

	/** The work is done. */
	stop(): void {
		this.forgetCancel();
		running.delete(this);
	}

	/** @param now by the monotonic clock, in milliseconds */
	check(now: number): void {
		if (now >= this.at) this.fire('time');
	}

	private fire(endedBy: EndedBy): void {
		if (this.endedBy) return;
		this.endedBy = endedBy;
		this.end();
	}
}

const running = new Set<Deadline>();
let isWatching = false;

/**
 * All deadlines share one clock. n8n's `sleep` cannot be ended early, so thousands of half-minute sleeps would pile
 * up.
 */
async function watch(): Promise<void> {
	if (isWatching) return;
	isWatching = true;
	while (running.size > 0) {
		await sleep(TICK_MS);
		const now = performance.now();
		for (const deadline of running) {
			// A hundred requests may end together, and n8n's HTTP library needs a millisecond to end each one.
			await yieldToEventLoop();
			deadline.check(now);
		}
	}
	isWatching = false;
}
