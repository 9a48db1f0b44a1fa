import { sleep } from 'n8n-workflow';

import { AimdWindow } from './aimdWindow';
import type { Connection } from './connection';
import { CANCELLED, NO_SLOT } from './http';
import type { HttpResult, NetworkError } from './http';
import { RateGate, type Waiter } from './rateGate';
import { isRefusedForLimit } from './retryPolicy';
import { MAX_NAP_MS, now, onCancel } from './wait';
import { WaitClock } from './waitClock';

/** How a caller waits for a slot. Times are in milliseconds. */
export interface SlotRequest {
	/** The caller's clock. It measures how long the service had no room for any of the caller's requests. */
	clock?: WaitClock;
	/** Whether the caller itself limits its concurrency. */
	isFree: boolean;
	/** The longest single wait that the service may ask for. */
	maximumWait: number;
	/** The longest total wait for the slot. Waiting behind other requests of the caller does not count. */
	maximumTotalWait: number;
	/** The cancel signal of the execution. */
	signal?: AbortSignal;
}

/** The right to send one request. */
export interface Slot {
	kind: 'slot';
	sentAt: number;
	/** Whether the request passed a closed gate, to find out if there is room again. */
	isProbe: boolean;
	/** How often the gate had closed before. */
	closings: number;
	/** Whether the request had to wait for the slot. */
	hasWaited: boolean;
	/** The part of the wait that counts, in milliseconds. */
	waited: number;
	lane: Lane;
}

interface QueuedWaiter extends Waiter {
	maximumTotalWait: number;
	/** Whether there was no free slot at first. */
	hasWaited: boolean;
	/** Since when the wait counts. */
	countsSince?: number;
	/** Ends the wait with a slot, or with the reason why the request is not sent. */
	settle: (end: Slot | HttpResult) => void;
}

/** The requests of one caller. When they wait for each other, they do not wait for the service. */
class Lane {
	/** First come, first served. */
	readonly waiters: QueuedWaiter[] = [];

	inFlight = 0;

	/** Since when the service has had no room for these requests. */
	private heldSince?: number;

	constructor(
		readonly isFree: boolean,
		private readonly clock: WaitClock,
	) {}

	/** The wait of the first request counts while no other request of the lane is under way. */
	count(time: number): void {
		const [first] = this.waiters;
		if (first && this.inFlight === 0) first.countsSince ??= time;
	}

	hold(time: number): void {
		this.heldSince ??= time;
	}

	letGo(time: number): void {
		if (this.heldSince !== undefined) this.clock.note(this.heldSince, time);
		this.heldSince = undefined;
	}
}

/**
 * Limits the requests to one realm by AIMD with slow start ({@link AimdWindow}) behind a circuit breaker
 * ({@link RateGate}). All callers in this process share the limiter of a realm, because the service counts by realm.
 *
 * A request without a slot waits until one is free. It stops waiting when its time is up, when its execution is
 * cancelled, or when the service asks for too long a wait. Each caller has a lane, and the lanes take turns, so a
 * small run does not wait for all items of a large one. Within a lane, the first request comes first.
 */
export class ConcurrencyLimiter {
	private readonly window = new AimdWindow();

	private readonly gate = new RateGate();

	/** Slots in use, without those of callers that limit their own concurrency. */
	private inFlight = 0;

	private freeInFlight = 0;

	private readonly freeLanes = new WeakMap<WaitClock, Lane>();

	private readonly pacedLanes = new WeakMap<WaitClock, Lane>();

	/** Lanes with waiting requests. The first lane gets the next slot. */
	private readonly lanes = new Set<Lane>();

	/** When the lanes are checked next if no slot is given back before. */
	private wakeAt = Infinity;

	/** Number of responses that were not refusals for the rate limit. */
	served = 0;

	/** When the latest of these responses came. Before the first one, when this limiter was made. */
	private servedAt = now();

	/** How many requests may be under way. The number shrinks as the service's limit comes near. */
	get capacity(): number {
		return Math.ceil(Math.min(this.window.size, Math.max(1, this.gate.remaining)));
	}

	/** Whether no request has a slot or waits for one. */
	get isIdle(): boolean {
		return this.inFlight === 0 && this.freeInFlight === 0 && this.lanes.size === 0;
	}

	/**
	 * Waits for a slot. The caller must {@link release} it.
	 *
	 * @returns the slot, or why the request must not be sent: a cancel, the end of the waiting time, or a refusal.
	 * The refusal is the service's response that asked for a longer wait than the caller accepts.
	 */
	async acquire(request: SlotRequest): Promise<Slot | HttpResult> {
		const { signal } = request;
		if (signal?.aborted) return NOT_SENT;
		return await new Promise((resolve) => {
			const since = now();
			const lane = this.laneFor(request);
			const forget = onCancel(signal, () => this.end(lane, waiter, NOT_SENT));
			const settle = (end: Slot | HttpResult) => {
				forget();
				resolve(end);
			};
			const { maximumWait, maximumTotalWait } = request;
			const waiter: QueuedWaiter = { maximumWait, maximumTotalWait, since, hasWaited: false, settle };
			lane.waiters.push(waiter);
			this.lanes.add(lane);
			// While the gate is open, the other waiting requests need the same room as this one, so checking its lane
			// is enough. A probe belongs to the first request in line.
			if (!this.gate.isOpen && this.mayPass(lane, waiter, since)) this.lookAtAll();
			else this.lookAt(lane, since);
			waiter.hasWaited = true;
		});
	}

	/**
	 * Gives a slot back.
	 *
	 * @param result result of the request, `undefined` if it was not sent
	 * @param kind the same object for requests that take about the same time
	 */
	release(slot: Slot, result: HttpResult | undefined, kind: object): void {
		if (slot.lane.isFree) this.freeInFlight--;
		else this.inFlight--;
		const time = now();
		slot.lane.inFlight--;
		slot.lane.count(time);
		const wasOpen = this.gate.isOpen;
		this.gate.note(result, slot, time);
		if (result) this.window.note(result, kind, slot.sentAt, time);
		if (result?.kind === 'response' && !isRefusedForLimit(result)) {
			this.served++;
			this.servedAt = time;
		}
		if (wasOpen && this.gate.isOpen) this.admit(time);
		else this.lookAtAll();
		this.wakeFor(slot.lane, time);
	}

	/**
	 * Whether others, such as another process of n8n, use the service's limit too. After a long time without a
	 * success the answer is no, because something else may be wrong.
	 *
	 * @param patience that time, in milliseconds
	 */
	isShared(patience: number): boolean {
		const time = now();
		const isServed = time - this.servedAt < patience;
		return isServed && this.gate.isShared(this.inFlight + this.freeInFlight, time);
	}

	private laneFor({ isFree, clock = new WaitClock() }: SlotRequest): Lane {
		const lanes = isFree ? this.freeLanes : this.pacedLanes;
		const lane = lanes.get(clock) ?? new Lane(isFree, clock);
		lanes.set(clock, lane);
		return lane;
	}

	/**
	 * While the gate is open, lets requests pass, one lane after another. All wait for the same room, so the first
	 * that must wait ends it.
	 */
	private admit(time: number): void {
		for (const lane of this.lanes) {
			const [first] = lane.waiters;
			if (first && !this.mayPass(lane, first, time)) return;
			this.lookAt(lane, time);
		}
	}

	/** Lets requests pass, and ends waits that are over. */
	private lookAtAll(): void {
		const time = now();
		for (const lane of this.lanes) this.lookAt(lane, time);
	}

	/**
	 * Checks the first request of a lane. If the lane has more requests, it moves to the end of the loop over all
	 * lanes.
	 */
	private lookAt(lane: Lane, time: number): void {
		const [first] = lane.waiters;
		if (!first) return;
		lane.count(time);
		if (this.gate.isOpen) lane.letGo(time);
		else lane.hold(time);
		const over = this.endOf(lane, first, time);
		if (!over) return this.wakeFor(lane, time);
		this.end(lane, first, over);
		if (!this.lanes.delete(lane)) return;
		this.lanes.add(lane);
	}

	/** How the wait of the first request of a lane ends, if it ends now. */
	private endOf(lane: Lane, first: QueuedWaiter, time: number): Slot | HttpResult | undefined {
		if (this.mayPass(lane, first, time)) return this.slotFor(lane, first, time);
		const left = first.maximumTotalWait - waitedBy(first, time);
		const refusal = this.gate.refusalOf(Math.min(first.maximumWait, left), time);
		return refusal ?? (first.countsSince !== undefined && left <= 0 ? NO_SLOT_CAME : undefined);
	}

	private mayPass({ isFree }: Lane, waiter: QueuedWaiter, time: number): boolean {
		const hasRoom = isFree || this.inFlight < this.capacity;
		return hasRoom && (this.gate.isOpen || time >= this.gate.probeTime(waiter));
	}

	private slotFor(lane: Lane, waiter: QueuedWaiter, sentAt: number): Slot {
		const isProbe = !this.gate.isOpen;
		if (isProbe) this.gate.startProbe(sentAt);
		if (lane.isFree) this.freeInFlight++;
		else this.inFlight++;
		lane.inFlight++;
		const { closings } = this.gate;
		const { hasWaited } = waiter;
		return { kind: 'slot', sentAt, isProbe, closings, hasWaited, waited: waitedBy(waiter, sentAt), lane };
	}

	private end(lane: Lane, waiter: QueuedWaiter, end: Slot | HttpResult): void {
		const time = now();
		lane.waiters.splice(lane.waiters.indexOf(waiter), 1);
		if (lane.waiters.length === 0) this.lanes.delete(lane);
		lane.letGo(time);
		lane.count(time);
		waiter.settle(end);
	}

	/** Has the lanes checked at the time when the first request's situation changes without a released slot. */
	private wakeFor({ waiters: [first] }: Lane, time: number): void {
		if (!first) return;
		const { countsSince = Infinity, maximumTotalWait } = first;
		const probeTime = this.gate.isOpen ? 0 : this.gate.probeTime(first);
		this.wake(Math.min(countsSince + maximumTotalWait, probeTime > time ? probeTime : Infinity));
	}

	private wake(time: number): void {
		const at = Math.min(time, now() + MAX_NAP_MS);
		if (at >= this.wakeAt) return;
		this.wakeAt = at;
		void sleep(Math.max(1, Math.ceil(at - now()))).then(() => {
			// An earlier check has been planned meanwhile, and will plan the next ones.
			if (this.wakeAt !== at) return;
			this.wakeAt = Infinity;
			this.lookAtAll();
		});
	}
}

function waitedBy({ countsSince }: QueuedWaiter, time: number): number {
	return countsSince === undefined ? 0 : time - countsSince;
}

/** Result of a request that was not sent because its execution was cancelled. */
export const NOT_SENT: NetworkError = {
	kind: 'networkError',
	reached: 'never',
	isTransient: false,
	code: CANCELLED,
	reason: 'the execution was canceled',
};

/** Result of a request whose slot was not free in time. */
const NO_SLOT_CAME: NetworkError = { ...NOT_SENT, code: NO_SLOT, reason: 'its turn did not come in time' };

/** How many realms are remembered. A forgotten realm starts again with a new limiter. */
export const MAX_LIMITERS = 1_000;

/** One per realm. The latest used is the last. */
export const limiters = new Map<string, ConcurrencyLimiter>();

/** The limiter for a realm of a service. Get it again for each request, since an idle limiter may be forgotten. */
export function limiterOf({ baseUrl }: Connection, realmId: string): ConcurrencyLimiter {
	const key = JSON.stringify([baseUrl, realmId]);
	const limiter = limiters.get(key) ?? new ConcurrencyLimiter();
	limiters.delete(key);
	limiters.set(key, limiter);
	if (limiters.size > MAX_LIMITERS) forgetOne();
	return limiter;
}

/** Forgets the idle realm that was used longest ago. */
function forgetOne(): void {
	for (const [key, limiter] of limiters) {
		if (!limiter.isIdle) continue;
		limiters.delete(key);
		return;
	}
}
