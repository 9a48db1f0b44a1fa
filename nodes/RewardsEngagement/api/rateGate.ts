import type { HttpResponse, HttpResult } from './http';
import { rateLimitOf, retryAfter, type RateLimit } from './rateLimit';

/**
 * The gate believes a response that says there is no room, but not longer than this.
 *
 * The service's windows last a minute, so there may be room after that, whatever a header says (one named the year
 * 33658). A quota that is really used up then costs one request per minute.
 */
export const MAX_CLOSED_MS = 60_000;

/** How long the gate waits for the response to a probe before it lets another probe pass. */
export const MAX_PROBE_MS = 10_000;

/**
 * When the service has room again, requests pass one by one, at an even pace, for this part of its window. Otherwise
 * the process that knows the moment best could take all the room in every window, and other processes would starve.
 */
const SHARED_PART = 1 / 8;

/** The most response times that are kept: more than any known limit allows in a window. */
const MAX_REMEMBERED = 2_000;

/** A request that asks to pass. Times are in milliseconds. */
export interface Waiter {
	/** When it started to wait. */
	since: number;
	/** The longest single wait that it accepts. */
	maximumWait: number;
}

/**
 * A circuit breaker. It holds requests back while the service has no room for them.
 *
 * A response closes the gate for the time that it asks for, up to a maximum. Then one request passes as a probe
 * (half-open). A response that shows room opens the gate.
 *
 * All times except those in headers are milliseconds by a monotonic clock.
 */
export class RateGate {
	/** How often the gate closed. A response opens it only if its request was sent after the last time. */
	closings = 0;

	private isClosed = false;

	private closedAt = 0;

	/** When the service says it will have room again. */
	private roomAt = 0;

	/** When the first probe may pass. */
	private opensAt = 0;

	/** When the next probe may pass: only one is under way at a time, unless its response takes too long. */
	private nextProbeAt = 0;

	/** The refusal that closed the gate, if it was a refusal. */
	private refusal?: HttpResponse;

	/** Whether the gate is closed because the service has no room. It also closes to share new room. */
	private isFull = false;

	/** When the first request passed after the service had no room. */
	private sharedSince = -Infinity;

	/** How many more requests the service said it would accept. */
	private left = Infinity;

	/** The service's limit. It is also how many response times are worth keeping. */
	private limit = 0;

	/** The length of the service's window. `undefined` if it said nothing. */
	private window?: number;

	/** Times of the recent responses that count for the service. */
	private readonly answered: number[] = [];

	/** How many more requests the service said it would accept. `Infinity` if it said nothing. */
	get remaining(): number {
		return this.left;
	}

	get isOpen(): boolean {
		return !this.isClosed;
	}

	/**
	 * When one request may pass the closed gate. A request that reached its longest wait also passes, so that the
	 * service itself responds.
	 */
	probeTime({ since, maximumWait }: Waiter): number {
		const patient = Math.max(this.closedAt, since) + maximumWait;
		return Math.max(this.nextProbeAt, Math.min(this.opensAt, patient));
	}

	/** A request passes while the gate is closed. */
	startProbe(now: number): void {
		this.nextProbeAt = now + MAX_PROBE_MS;
		if (!this.isFull || now < this.opensAt) return;
		this.isFull = false;
		this.sharedSince = now;
	}

	/**
	 * Whether a window that is full contains requests of others: ours in it are fewer than the service's limit.
	 *
	 * @param underWay requests that it may have counted, and whose responses have not arrived
	 */
	isShared(underWay: number, now: number): boolean {
		if (this.window === undefined || this.limit === 0) return false;
		const since = now - this.window;
		const own = this.answered.filter((time) => time > since).length;
		return own + underWay < this.limit;
	}

	/**
	 * The response in which the service asked for a longer wait than this, if it did. `undefined` once a probe may
	 * pass.
	 */
	refusalOf(maximumWait: number, now: number): HttpResponse | undefined {
		const isWaiting = this.isClosed && now < this.opensAt;
		return isWaiting && this.roomAt - now > maximumWait ? this.refusal : undefined;
	}

	/**
	 * Learns from a request that passed.
	 *
	 * @param result `undefined` if it was not sent
	 * @param closings the value when the request passed
	 * @param wall milliseconds since 1970, for reading headers
	 */
	note(
		result: HttpResult | undefined,
		{ sentAt, closings, isProbe }: { sentAt: number; closings: number; isProbe: boolean },
		now: number,
		wall: number = Date.now(),
	): void {
		const isLatest = closings === this.closings;
		// After any result of a probe, another probe may pass, unless the response closes the gate.
		if (isProbe && isLatest) this.nextProbeAt = now;
		if (result?.kind === 'response') this.learn(result, { sentAt, isLatest }, now, wall);
		else if (result?.reached === 'perhaps') this.remember(now);
	}

	private learn(
		answer: HttpResponse,
		{ sentAt, isLatest }: { sentAt: number; isLatest: boolean },
		now: number,
		wall: number,
	): void {
		const limits = rateLimitOf(answer.headers, wall);
		this.limit = limits.limit ?? this.limit;
		this.window = limits.window;
		if (answer.status !== 429) this.remember(now);
		// A proxy in trouble knows nothing about the limit.
		if (answer.status >= 500 && limits.remaining === undefined) return;
		this.left = limits.remaining ?? Infinity;
		if (answer.status === 429) {
			const asked = retryAfter(answer, wall);
			if (asked !== undefined) this.close(now + asked, isLatest, now, answer);
			return;
		}
		const roomAt = this.left === 0 ? this.nextRoom(limits, sentAt, now) : now;
		if (roomAt > now) this.close(roomAt, isLatest, now);
		else if (isLatest && !this.sharesRoom(sentAt, now)) this.isClosed = false;
	}

	/** While new room is shared, lets the next request pass a little after this one. Returns whether it did. */
	private sharesRoom(sentAt: number, now: number): boolean {
		const { window = 0, limit, sharedSince } = this;
		const span = Math.min(window, MAX_CLOSED_MS) * SHARED_PART;
		if (!this.isClosed || limit === 0 || sentAt >= sharedSince + span) return false;
		this.close(Math.max(now, sentAt + span / limit), true, now);
		this.isFull = false;
		return true;
	}

	/** When a service without room will have room again. */
	private nextRoom(
		{ limit = Infinity, window = Infinity, reset = 0 }: RateLimit,
		sentAt: number,
		now: number,
	) {
		if (window > MAX_CLOSED_MS) return now + reset;
		// The service has counted as many requests in its window as its limit allows. If our latest requests are as
		// many, and all were answered within the window, they are the ones it counted. Then we know to the
		// millisecond when the first of them leaves the window. Compare with `sentAt`, since the service counted this
		// request after it was sent.
		const first = this.answered.at(-limit);
		if (first !== undefined && first > sentAt - window) return first + window;
		return now + Math.min(reset, window);
	}

	/** Responses to requests from before the gate closed may only extend the time. */
	private close(roomAt: number, isLatest: boolean, now: number, refusal?: HttpResponse): void {
		if (this.isClosed && !isLatest && roomAt <= this.roomAt) return;
		this.isClosed = true;
		this.isFull = true;
		this.closings++;
		this.closedAt = now;
		this.roomAt = roomAt;
		this.opensAt = Math.min(roomAt, now + MAX_CLOSED_MS);
		this.nextProbeAt = 0;
		this.refusal = refusal;
	}

	private remember(time: number): void {
		this.answered.push(time);
		const kept = this.limit > MAX_REMEMBERED ? 0 : this.limit;
		this.answered.splice(0, this.answered.length - kept);
	}
}
