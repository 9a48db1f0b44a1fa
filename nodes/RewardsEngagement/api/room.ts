import type { HttpResponse, HttpResult } from './http';
import { rateLimitOf, retryAfter } from './rateLimit';
import { isRefusedForLimit } from './retry';

/**
 * The longest time for which the gate closes. The service's windows last a minute, whatever a header says (one named
 * the year 33658). A quota that is used up for hours then costs one request per minute.
 */
export const MAX_CLOSED_MS = 60_000;

/** After a refusal that asks for no time, the gate closes for a random share of this. It doubles with each in a row. */
const FIRST_CLOSED_MS = 1_000;

/** The shortest time after a refusal. A service that always asks for a moment must not be asked all the time. */
const LEAST_CLOSED_MS = 100;

/**
 * After the gate opens, requests follow each other at an even pace for this part of the service's window. Otherwise the
 * process that comes first would take all new room in every window, and other processes would starve.
 */
const SHARED_PART = 1 / 8;

/** More response times than any known limit allows in a window. */
const MAX_REMEMBERED = 2_000;

/** The largest part of a wait, and the longest time, that is added to it at random. */
const JITTER = 1 / 20;
const MAX_JITTER_MS = 1_000;

/** When a request was sent and when its result came, and how many others are under way. */
interface Moment {
	sentAt: number;
	time: number;
	underWay: number;
}

/**
 * Whether the service has room for requests to a realm, by the limits in its responses and by our own requests. All
 * times are in milliseconds by a monotonic clock.
 */
export class Room {
	/** When a response last closed the gate, when it opens, and when the service says that it has room. */
	private closedAt = -Infinity;
	private opensAt = -Infinity;
	private roomAt = -Infinity;
	/** Until when new room is shared with others, the time between two requests until then, and when the next may pass. */
	private sharedUntil = -Infinity;
	private gap = 0;
	private nextAt = -Infinity;

	/** The refusal that closed the gate, if it was one, and the number of refusals in a row. */
	refusal?: HttpResponse;
	private refusals = 0;

	/** The service's limit and its window, `0` if unknown, and how many requests may be under way. */
	private limit = 0;
	private window = 0;
	left = Infinity;
	/** Times of the latest responses that the service counts. */
	private readonly answered: number[] = [];

	/** How long requests must still wait. */
	restAt(time: number): number {
		return Math.max(this.opensAt, this.nextAt) - time;
	}

	/** How long the service still asks to wait. That may be longer than the gate is closed. */
	askedAt(time: number): number {
		return this.roomAt - time;
	}

	/** A request passes. */
	take(sentAt: number): void {
		if (sentAt < this.sharedUntil) this.nextAt = sentAt + this.gap;
	}

	learn(result: HttpResult, moment: Moment): void {
		const isResponse = result.kind === 'response';
		const isRefusal = isRefusedForLimit(result);
		const isCounted = isResponse ? !isRefusal : result.reached === 'perhaps';
		if (isCounted && this.answered.push(moment.time) > MAX_REMEMBERED) this.answered.shift();
		if (isResponse) this.learnLimit(result, isRefusal, moment);
	}

	private learnLimit(response: HttpResponse, isRefusal: boolean, { sentAt, time, underWay }: Moment): void {
		const { limit = 0, remaining, reset = 0, window = 0 } = rateLimitOf(response.headers, Date.now());
		// A proxy in trouble knows nothing about the limit.
		if (response.status >= 500 && remaining === undefined) return;
		this.limit = limit;
		this.window = window;
		// A response to a request from before the gate closed can only close it for longer.
		if (sentAt >= this.closedAt) {
			this.opensAt = this.roomAt = -Infinity;
			this.refusal = undefined;
			this.refusals = isRefusal ? this.refusals + 1 : 0;
			this.left = isRefusal ? 1 : Math.max(1, remaining ?? Infinity);
			// A refusal, or a response without a limit, leaves no room to share.
			if (isRefusal || remaining === undefined) this.nextAt = this.sharedUntil = -Infinity;
		}
		if (isRefusal) {
			this.refusal = response;
			const span = Math.min(FIRST_CLOSED_MS * 2 ** (this.refusals - 1), MAX_CLOSED_MS);
			const asked = retryAfter(response, Date.now()) ?? Math.random() * span;
			this.close(Math.max(asked, LEAST_CLOSED_MS), time);
		} else if (remaining === 0) {
			const own = this.ownRoomAt(sentAt, underWay);
			if (own === undefined) this.close(Math.min(reset, window || Infinity), time);
			else this.close(own - time, time, 0);
		}
	}

	/**
	 * When the first of our own requests leaves the service's window, if they are all that it has counted. Those under
	 * way count too. The headers have only whole seconds.
	 */
	private ownRoomAt(sentAt: number, underWay: number): number | undefined {
		if (this.window > MAX_CLOSED_MS || this.limit <= underWay) return undefined;
		const first = this.answered.at(underWay - this.limit);
		return first !== undefined && first > sentAt - this.window ? first + this.window : undefined;
	}

	/** The waits that the service asks for are whole seconds. Without jitter, a late process would stay late. */
	private close(
		asked: number,
		time: number,
		jitter = Math.random() * Math.min(asked * JITTER, MAX_JITTER_MS),
	) {
		this.roomAt = Math.max(this.roomAt, time + asked);
		const opensAt = time + Math.min(asked, MAX_CLOSED_MS) + jitter;
		if (opensAt <= this.opensAt) return;
		this.opensAt = opensAt;
		this.closedAt = time;
		const shared = this.limit === 0 ? 0 : Math.min(this.window, MAX_CLOSED_MS) * SHARED_PART;
		this.sharedUntil = opensAt + shared;
		this.gap = shared / Math.max(1, this.limit);
	}
}
