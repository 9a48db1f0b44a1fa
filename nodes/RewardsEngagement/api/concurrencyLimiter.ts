import type { Connection } from './connection';
import type { HttpResponse, HttpResult } from './http';
import { retryAfter, rateLimitOf, type RateLimit } from './rateLimit';

/** How many requests at a time the service advises; a run begins there. */
const INITIAL_CONCURRENT = 5;
const MAX_CONCURRENT = 32;

/** An answer is slow when it takes this many times the quickest one, and this many milliseconds more. */
const SLOW_FACTOR = 4;
const SLOW_EXTRA_MS = 250;

/** By how much the quickest answer is forgotten with every other one, so that a service that became slower is no alarm for ever. */
const FORGETTING = 1.01;

/** Answers whose time is kept: more than any known limit allows in a window. */
const MAX_REMEMBERED = 2_000;

/**
 * How fast one realm may be asked. Everything in this process that asks it shares one pace: the service counts
 * requests by realm.
 *
 * The number of requests at a time grows while answers come quickly, and is halved when the service slows down or
 * turns one away. Where the service tells its limit, requests are held back before they would exceed it.
 */
export class ConcurrencyLimiter {
	/** Requests at a time. */
	private limit = INITIAL_CONCURRENT;

	/** Doubles the number each round until the service first shows strain, then grows by one a round. */
	private isSlowStart = true;

	private inFlight = 0;

	/** The quickest answer of late, by kind of request, in milliseconds. */
	private readonly quickest = new WeakMap<object, number>();

	/** Answers that left earlier say nothing about the present number of requests at a time. */
	private decreasedAt = 0;

	private closedUntil = 0;

	/** The answer that closed the gate. */
	private refusal?: HttpResponse;

	/** When requests were answered, of late. Milliseconds since 1970. */
	private readonly answered: number[] = [];

	/** How many more the service said it would take. */
	private remaining = Infinity;

	private readonly waiting: Array<() => void> = [];

	/**
	 * Waits for a turn; {@link release} must follow.
	 *
	 * @param isFree whether the number of requests at a time is the caller's business
	 * @param pause waits some milliseconds and says whether the execution goes on
	 * @param longest the longest wait the caller puts up with, in milliseconds
	 * @returns `false` when the execution was stopped meanwhile; the refusal when the service asked for a longer wait
	 */
	async acquire(
		isFree: boolean,
		pause: (milliseconds: number) => Promise<boolean>,
		longest: number,
	): Promise<boolean | HttpResponse> {
		for (let waited = 0; ;) {
			const wait = this.waitAt(Date.now());
			if (wait > longest && this.refusal) return this.refusal;
			// Past the longest wait the service itself shall say whether it has room.
			if (wait > 0 && waited < longest) {
				const next = Math.min(wait, longest - waited);
				if (!(await pause(next))) return false;
				waited += next;
			} else if (isFree || this.inFlight < this.capacity()) {
				break;
			} else {
				await new Promise<void>((resolve) => this.waiting.push(resolve));
			}
		}
		this.inFlight++;
		if (this.inFlight < this.capacity()) this.waiting.shift()?.();
		return true;
	}

	/**
	 * Takes note of how a request went.
	 *
	 * @param kind the same object for requests that take about the same time
	 * @param sentAt milliseconds since 1970
	 */
	release(exchange: HttpResult, kind: object, sentAt: number): void {
		const now = Date.now();
		this.inFlight--;
		if (exchange.kind === 'networkError' || exchange.status !== 429) this.answered.push(now);
		if (this.answered.length > MAX_REMEMBERED) this.answered.shift();
		if (exchange.kind === 'response') this.learnLimit(exchange, sentAt, now);
		if (isStrained(exchange) || this.isSlow(exchange, kind, now - sentAt)) this.decrease(sentAt, now);
		else this.increase();
		this.waiting.shift()?.();
	}

	private learnLimit(answer: HttpResponse, sentAt: number, now: number): void {
		const limit = rateLimitOf(answer.headers, now);
		this.remaining = limit.remaining ?? Infinity;
		const asked = answer.status === 429 ? retryAfter(answer, now) : undefined;
		if (asked !== undefined) this.close(now + asked, answer);
		else if (limit.remaining === 0) this.close(this.roomAt(limit, sentAt, now));
	}

	/** When the service, which has no room left just now, has some again. */
	private roomAt(
		{ limit = MAX_REMEMBERED + 1, window = 0, reset = 0 }: RateLimit,
		sentAt: number,
		now: number,
	): number {
		// No more is left, so the service counts as many in its window as its limit. When our latest ones, as many, were
		// all answered within it, they are these, and we know to the millisecond when the first of them leaves it. The
		// service counted this one some time after it was sent.
		const first = this.answered.at(-limit);
		if (first !== undefined && first > sentAt - window) return first + window;
		return now + reset;
	}

	private close(until: number, refusal?: HttpResponse): void {
		if (until <= this.closedUntil) return;
		this.closedUntil = until;
		this.refusal = refusal;
	}

	/** How many requests may be on their way: fewer as the limit comes near. */
	private capacity(): number {
		return Math.min(this.limit, Math.max(1, this.remaining));
	}

	/** How long no request may leave, in milliseconds. */
	private waitAt(now: number): number {
		if (now < this.closedUntil) return this.closedUntil - now;
		this.refusal = undefined;
		return 0;
	}

	private isSlow(exchange: HttpResult, kind: object, took: number): boolean {
		if (exchange.kind === 'networkError') return false;
		const quickest = Math.min((this.quickest.get(kind) ?? took) * FORGETTING, took);
		this.quickest.set(kind, quickest);
		return took > quickest * SLOW_FACTOR + SLOW_EXTRA_MS;
	}

	private increase(): void {
		this.limit = Math.min(this.limit + (this.isSlowStart ? 1 : 1 / this.limit), MAX_CONCURRENT);
	}

	private decrease(sentAt: number, now: number): void {
		this.isSlowStart = false;
		if (sentAt < this.decreasedAt) return;
		this.decreasedAt = now;
		this.limit = Math.max(1, this.limit / 2);
	}
}

function isStrained(exchange: HttpResult): boolean {
	return exchange.kind === 'networkError' || exchange.status === 429 || exchange.status >= 500;
}

/** One for each realm that this process asks. */
export const limiters = new Map<string, ConcurrencyLimiter>();

/** The pace at which this process asks a realm of a service. */
export function limiterOf({ baseUrl }: Connection, realmId: string): ConcurrencyLimiter {
	const key = `${baseUrl} ${realmId}`;
	const known = limiters.get(key) ?? new ConcurrencyLimiter();
	limiters.set(key, known);
	return known;
}
