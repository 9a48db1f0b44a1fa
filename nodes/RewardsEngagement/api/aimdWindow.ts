import type { HttpResult } from './http';
import { CANCELLED } from './http';

/** How many requests at a time the service advises; a run begins there. */
const INITIAL_CONCURRENT = 5;
const MAX_CONCURRENT = 32;

/** An answer is slow when it takes this many times the quickest one, and this many milliseconds more. */
const SLOW_FACTOR = 4;
const SLOW_EXTRA_MS = 250;

/** By how much the quickest answer is forgotten with every other one, so that a service that became slower is no alarm for ever. */
const FORGETTING = 1.01;

/**
 * How many requests may be on their way at a time: AIMD with slow start. It grows while answers come quickly, and is
 * halved when the service slows down or turns a request away.
 */
export class AimdWindow {
	private width = INITIAL_CONCURRENT;

	/** Doubles the number each round until the service first shows strain, then grows by one a round. */
	private isSlowStart = true;

	/** The quickest answer of late, by kind of request, in milliseconds. */
	private readonly quickest = new WeakMap<object, number>();

	/** Answers to what left earlier say nothing about the present number of requests at a time. */
	private decreasedAt = -Infinity;

	/** Requests at a time, 1 or more; in between whole numbers the next request may still go. */
	get size(): number {
		return this.width;
	}

	/**
	 * Takes note of how a request went.
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
