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
	/** Of the caller, such as a run: how long the service had no room for any of its requests. */
	clock?: WaitClock;
	/** Whether the number of requests at a time is the caller's business. */
	isFree: boolean;
	/** The longest single wait that the service may ask for. */
	maximumWait: number;
	/** The longest wait for the slot in all. A wait behind other requests of the caller does not count. */
	maximumTotalWait: number;
	/** Of the execution. */
	signal?: AbortSignal;
}

/** The right to send one request. */
export interface Slot {
	kind: 'slot';
	sentAt: number;
	/** Whether it went through a closed gate to see whether there is room again. */
	isProbe: boolean;
	/** How often the gate had been closed. */
	closings: number;
	/** Whether the request had to wait for it. */
	hasWaited: boolean;
	/** How much of the wait counts, in milliseconds. */
	waited: number;
	lane: Lane;
}

interface QueuedWaiter extends Waiter {
	maximumTotalWait: number;
	/** Whether there was no room when it came. */
	hasWaited: boolean;
	/** Since when its wait counts. */
	countsSince?: number;
	/** Ends its wait with a slot, or with the reason why its request is not sent. */
	settle: (end: Slot | HttpResult) => void;
}

/** The requests of one caller. They wait for each other, and that is no wait for the service. */
class Lane {
	/** In the order in which they came. */
	readonly waiters: QueuedWaiter[] = [];

	inFlight = 0;

	/** Since when the service has no room for them. */
	private heldSince?: number;

	constructor(
		readonly isFree: boolean,
		private readonly clock: WaitClock,
	) {}

	/** Counts the wait of the first one while no other of them is on its way. */
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
 * ({@link RateGate}). Everything in this process that asks the realm shares it, because the service counts by realm.
 *
 * Whoever finds no room waits until there is room, its patience ends, the service asks for more patience than it has, or
 * its execution is cancelled. Each caller has a lane, and the lanes take turns, so that a small run does not wait for all
 * items of a large one. A lane is first come, first served.
 */
export class ConcurrencyLimiter {
	private readonly window = new AimdWindow();

	private readonly gate = new RateGate();

	/** Slots that were taken and not given back, without those of callers who fixed their number. */
	private inFlight = 0;

	private freeInFlight = 0;

	private readonly freeLanes = new WeakMap<WaitClock, Lane>();

	private readonly pacedLanes = new WeakMap<WaitClock, Lane>();

	/** The lanes in which a request waits. The next slot belongs to the first. */
	private readonly lanes = new Set<Lane>();

	/** When the lanes are looked at next although nothing happened. */
	private wakeAt = Infinity;

	/** How many requests the service answered and did not turn away for their rate. */
	served = 0;

	/** How many requests may be on their way: fewer as the service's limit comes near. */
	get capacity(): number {
		return Math.ceil(Math.min(this.window.size, Math.max(1, this.gate.remaining)));
	}

	/** Whether no request has a slot or waits for one. */
	get isIdle(): boolean {
		return this.inFlight === 0 && this.freeInFlight === 0 && this.lanes.size === 0;
	}

	/**
	 * Waits for a slot; {@link release} must follow.
	 *
	 * @returns the slot, or why the request must not be sent: the execution was cancelled, the time was up, or the
	 * service's own refusal, when it asked for a longer wait than the caller puts up with
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
			// While the gate is open, whoever still waits waits for room that the newcomer would have to wait for too. A
			// probe that is due belongs to the first in line.
			if (!this.gate.isOpen && this.mayPass(lane, waiter, since)) this.lookAtAll();
			else this.lookAt(lane, since);
			waiter.hasWaited = true;
		});
	}

	/**
	 * Gives a slot back.
	 *
	 * @param result what came of the request; nothing when it was not sent after all
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
		if (result?.kind === 'response' && !isRefusedForLimit(result)) this.served++;
		if (wasOpen && this.gate.isOpen) this.admit(time);
		else this.lookAtAll();
		this.wakeFor(slot.lane, time);
	}

	private laneFor({ isFree, clock = new WaitClock() }: SlotRequest): Lane {
		const lanes = isFree ? this.freeLanes : this.pacedLanes;
		const lane = lanes.get(clock) ?? new Lane(isFree, clock);
		lanes.set(clock, lane);
		return lane;
	}

	/** Lets pass who may, one lane after another, while the gate is open. All wait for the same room. */
	private admit(time: number): void {
		for (const lane of this.lanes) {
			const [first] = lane.waiters;
			if (first && !this.mayPass(lane, first, time)) return;
			this.lookAt(lane, time);
		}
	}

	/** Lets everyone pass who may, and ends the wait of everyone who should wait no longer. */
	private lookAtAll(): void {
		const time = now();
		for (const lane of this.lanes) this.lookAt(lane, time);
	}

	/** Looks at the first of a lane. One that has another behind it goes to the end, where a loop comes to it again. */
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

	/** What the wait of the first of a lane ends with, if it ends. */
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

	/** Has the lanes looked at when something changes for the first of one although no slot is given back. */
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
			// Another look may be due sooner by now, and leads to the next ones.
			if (this.wakeAt !== at) return;
			this.wakeAt = Infinity;
			this.lookAtAll();
		});
	}
}

function waitedBy({ countsSince }: QueuedWaiter, time: number): number {
	return countsSince === undefined ? 0 : time - countsSince;
}

/** What came of a request that was not sent because its execution was cancelled first. */
export const NOT_SENT: NetworkError = {
	kind: 'networkError',
	reached: 'never',
	isTransient: false,
	code: CANCELLED,
	reason: 'the execution was cancelled',
};

/** What came of a request whose slot did not come in time. */
const NO_SLOT_CAME: NetworkError = { ...NOT_SENT, code: NO_SLOT, reason: 'its turn did not come in time' };

/** Realms that are remembered. An idle one that is forgotten begins anew. */
export const MAX_LIMITERS = 1_000;

/** One for each realm that this process asks, the latest at the end. */
export const limiters = new Map<string, ConcurrencyLimiter>();

/** The limiter for a realm of a service. To be asked for with each request, since one that nobody uses may be forgotten. */
export function limiterOf({ baseUrl }: Connection, realmId: string): ConcurrencyLimiter {
	const key = JSON.stringify([baseUrl, realmId]);
	const limiter = limiters.get(key) ?? new ConcurrencyLimiter();
	limiters.delete(key);
	limiters.set(key, limiter);
	if (limiters.size > MAX_LIMITERS) forgetOne();
	return limiter;
}

/** Forgets the realm that was not asked for longest, of those that nobody asks just now. */
function forgetOne(): void {
	for (const [key, limiter] of limiters) {
		if (!limiter.isIdle) continue;
		limiters.delete(key);
		return;
	}
}
