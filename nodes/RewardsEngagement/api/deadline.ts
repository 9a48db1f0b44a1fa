import { sleep } from 'n8n-workflow';

import { yieldToEventLoop } from '../shared/yieldToEventLoop';

/** How late a deadline may be noticed, and how long the last look outlives what it looked at. */
const TICK_MS = 100;

/** Why something was ended before it was over. */
export type EndedBy = 'time' | 'cancel';

/**
 * Ends work that takes too long, or whose execution is cancelled.
 *
 * n8n's HTTP library counts a time-out from one byte to the next, and not at all once a body begins: a server that sends
 * a byte now and then would hold a request for ever.
 */
export class Deadline {
	/** What fired, if anything did. */
	endedBy?: EndedBy;

	private readonly controller = new AbortController();

	/** By the clock that nobody sets; `Infinity` while it rests. */
	private at: number;

	private readonly onCancel = () => this.fire('cancel');

	/**
	 * Starts counting. {@link stop} must follow.
	 *
	 * @param span milliseconds
	 * @param cancelled fires when the execution is cancelled
	 */
	constructor(
		private readonly span: number,
		private readonly cancelled?: AbortSignal,
	) {
		this.at = performance.now() + span;
		running.add(this);
		cancelled?.addEventListener('abort', this.onCancel);
		if (cancelled?.aborted) this.fire('cancel');
		void watch();
	}

	/** Fires at the deadline, and when the execution is cancelled: whoever works by it must end. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** What the work gives; rejects at the deadline, even if the work does not heed the signal. */
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
			// The signal would hold what the work gave, and a download is a race for each of its pieces.
			signal.removeEventListener('abort', onAbort);
		}
	}

	/** Counts the whole time anew. */
	restart(): void {
		this.at = performance.now() + this.span;
	}

	/** Stops counting until {@link restart}; a cancel still fires. */
	rest(): void {
		this.at = Infinity;
	}

	/** Ends the work at once, whatever the time. */
	end(): void {
		this.controller.abort();
		this.stop();
	}

	/** What it was for is over. */
	stop(): void {
		this.cancelled?.removeEventListener('abort', this.onCancel);
		running.delete(this);
	}

	/** @param now by the same clock */
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

/** One clock for all of them: n8n's `sleep` cannot be ended, and thousands of sleeps of half a minute would pile up. */
async function watch(): Promise<void> {
	if (isWatching) return;
	isWatching = true;
	while (running.size > 0) {
		await sleep(TICK_MS);
		const now = performance.now();
		for (const deadline of running) {
			// A hundred requests may end together, and ending one takes n8n's HTTP library a millisecond.
			await yieldToEventLoop();
			deadline.check(now);
		}
	}
	isWatching = false;
}
