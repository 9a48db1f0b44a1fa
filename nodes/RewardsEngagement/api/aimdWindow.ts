import type { HttpResult } from './http';
import { CANCELLED } from './http';

/** The concurrency that the service recommends. Each window starts with it. */
const INITIAL_CONCURRENT = 5;

/** The highest concurrency, however fast the responses are. */
export const MAX_CONCURRENT = 100;

/** A response is slow if it takes longer than the quickest one times the factor, plus the extra milliseconds. */
const SLOW_FACTOR = 4;
const SLOW_EXTRA_MS = 250;

/**
 * Each response raises the quickest time by this factor. A service that became slower for good then stops looking
 * strained.
 */
const FORGETTING = 1.01;

/**
 * How many requests may be under way at a time: AIMD with slow start. The window grows while responses are quick. It
 * halves when the service slows down or turns a request away.
 */
export class AimdWindow {
	private width = INITIAL_CONCURRENT;

	/** In slow start the window doubles in each round. After the first sign of strain it grows by one per round. */
	private isSlowStart = true;

	/** The quickest recent response by kind of request, in milliseconds. */
	private readonly quickest = new WeakMap<object, number>();

	/** When the window last shrank. Requests sent before then say nothing about the present window. */
	private decreasedAt = -Infinity;

	/** Concurrency, 1 or more. It may be a fraction, which the limiter rounds up. */
	get size(): number {
		return this.width;
	}

	/**
	 * Grows or shrinks the window after a request.
	 *
	 * @param kind the same object for requests that take about the same time
	 * @param sentAt by the clock of `now`, in milliseconds
	 */
	note(result: HttpResult, kind: object, sentAt: number, now: number): void {
		if (result.kind === 'networkError' && (!result.isTransient || result.code === CANCELLED)) return;
		if (isStrained(result) || this.isSlow(kind, now - sentAt)) this.decrease(sentAt, now);
		else this.increase();
	}

	private isSlow(kind: object, took: number): boolean {
		const quickest = Math.min((this.quickest.get(kind) ?? took) * FORGETTING, took);
		this.quickest.set(kind, quickest);
		return took > quickest * SLOW_FACTOR + SLOW_EXTRA_MS;
	}

	private increase(): void {
		this.width = Math.min(this.width + (this.isSlowStart ? 1 : 1 / this.width), MAX_CONCURRENT);
	}

	private decrease(sentAt: number, now: number): void {
		this.isSlowStart = false;
		if (sentAt < this.decreasedAt) return;
		this.decreasedAt = now;
		this.width = Math.max(1, this.width / 2);
	}
}

function isStrained(result: HttpResult): boolean {
	return result.kind === 'networkError' || result.status === 429 || result.status >= 500;
}
