import type { HttpResponse, HttpResult } from './http';
import { rateLimitOf, retryAfter, type RateLimit } from './rateLimit';

/**
 * How long an answer is believed that says there is no room. The service's windows are a minute long, so after one there
 * may be room, whatever a header says of the year 33658. A quota that is used up then costs one request a minute.
 */
export const MAX_CLOSED_MS = 60_000;

/** How long the answer to a probe is waited for before another request may be one. */
export const MAX_PROBE_MS = 10_000;

/** Answers whose time is kept: more than any known limit allows in a window. */
const MAX_REMEMBERED = 2_000;

/** Who asks to pass. Times are in milliseconds. */
export interface Waiter {
	/** When it came. */
	since: number;
	/** The longest single wait it puts up with. */
	maximumWait: number;
}

/**
 * Holds requests back while the service has no room for them: a circuit breaker. An answer closes it for the time it
 * asks for, within reason; then one request goes as a probe (half-open), and an answer that shows room opens it.
 *
 * All times but those in headers are milliseconds by a clock that only goes forward.
 */
export class RateGate {
	/** How often it was closed: an answer can open it only when it was asked for after the last time. */
	closings = 0;

	private isClosed = false;

	private closedAt = 0;

	/** When the service will have room again, by its own words. */
	private roomAt = 0;

	/** When the first probe may go. */
	private opensAt = 0;

	/** While a probe is on its way no other one goes, unless its answer takes too long. */
	private nextProbeAt = 0;

	/** The answer that closed it, when that turned a request away. */
	private refusal?: HttpResponse;

	/** How many more the service said it would take. */
	private left = Infinity;

	/** The service's limit, of which as many times of answers are worth keeping. */
	private limit = 0;

	/** When requests were answered that the service counted, of late. */
	private readonly answered: number[] = [];

	/** How many requests the service said it would still take; `Infinity` when it said nothing. */
	get remaining(): number {
		return this.left;
	}

	get isOpen(): boolean {
		return !this.isClosed;
	}

	/** From when on one request may pass although the gate is closed. Past its longest wait the service itself shall say. */
	probeTime({ since, maximumWait }: Waiter): number {
		const patient = Math.max(this.closedAt, since) + maximumWait;
		return Math.max(this.nextProbeAt, Math.min(this.opensAt, patient));
	}

	/** Takes note that a request passes while the gate is closed. */
	startProbe(now: number): void {
		this.nextProbeAt = now + MAX_PROBE_MS;
	}

	/** The answer in which the service asked for a longer wait than this, if it did and there is no trying yet. */
	refusalOf(maximumWait: number, now: number): HttpResponse | undefined {
		const isWaiting = this.isClosed && now < this.opensAt;
		return isWaiting && this.roomAt - now > maximumWait ? this.refusal : undefined;
	}

	/**
	 * Takes note of what came of a request that passed.
	 *
	 * @param result nothing when it was not sent after all
	 * @param closings as it was when the request passed
	 * @param wall milliseconds since 1970, by which headers are read
	 */
	note(
		result: HttpResult | undefined,
		{ sentAt, closings, isProbe }: { sentAt: number; closings: number; isProbe: boolean },
		now: number,
		wall: number = Date.now(),
	): void {
		const isLatest = closings === this.closings;
		// Whatever comes of a probe, another one may go, unless its answer closes the gate.
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
		if (answer.status !== 429) this.remember(now);
		// Something on the way that is in trouble knows nothing of the limit.
		if (answer.status >= 500 && limits.remaining === undefined) return;
		this.left = limits.remaining ?? Infinity;
		if (answer.status === 429) {
			const asked = retryAfter(answer, wall);
			if (asked !== undefined) this.close(now + asked, isLatest, now, answer);
			return;
		}
		const roomAt = this.left === 0 ? this.nextRoom(limits, sentAt, now) : now;
		if (roomAt > now) this.close(roomAt, isLatest, now);
		else if (isLatest) this.isClosed = false;
	}

	/** When the service, which has no room left just now, has some again. */
	private nextRoom(
		{ limit = Infinity, window = Infinity, reset = 0 }: RateLimit,
		sentAt: number,
		now: number,
	) {
		if (window > MAX_CLOSED_MS) return now + reset;
		// No more is left, so the service counts as many in its window as its limit. When our latest ones, as many, were
		// all answered within it, they are these, and we know to the millisecond when the first of them leaves it. The
		// service counted this one some time after it was sent.
		const first = this.answered.at(-limit);
		if (first !== undefined && first > sentAt - window) return first + window;
		return now + Math.min(reset, window);
	}

	/** What was asked for before the gate was closed may close it for longer, not for less. */
	private close(roomAt: number, isLatest: boolean, now: number, refusal?: HttpResponse): void {
		if (this.isClosed && !isLatest && roomAt <= this.roomAt) return;
		this.isClosed = true;
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
