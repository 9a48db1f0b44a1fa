import { sleep } from 'n8n-workflow';

import { AimdWindow } from './aimdWindow';
import type { Connection } from './connection';
import { CANCELLED, NO_TURN } from './http';
import type { HttpResult, NetworkError } from './http';
import { RateGate, type Passenger } from './rateGate';
import { isRefusedForLimit } from './retryPolicy';
import { MAX_NAP_MS, now, onCancel } from './wait';

/** How a caller waits for a turn. Times are in milliseconds. */
export interface TurnRequest {
	/** Whether the number of requests at a time is the caller's business. */
	isFree: boolean;
	/** The longest single wait that the service may ask for. */
	maximumWait: number;
	/** The longest wait for the turn in all. */
	maximumTotalWait: number;
	/** Of the execution. */
	signal?: AbortSignal;
}

/** The right to send one request. */
export interface Turn {
	kind: 'turn';
	sentAt: number;
	isFree: boolean;
	/** Whether it went through a closed gate to see whether there is room again. */
	isProbe: boolean;
	/** How often the gate had been closed. */
	closings: number;
}

interface Waiter extends Passenger {
	isFree: boolean;
	/** When its patience ends. */
	deadline: number;
	isOver: boolean;
	/** Ends its wait with a turn, or with the reason why its request is not sent. */
	settle: (end: Turn | HttpResult) => void;
}

/**
 * Limits the requests to one realm by AIMD with slow start ({@link AimdWindow}) behind a circuit breaker
 * ({@link RateGate}). Everything in this process that asks the realm shares it, because the service counts by realm.
 *
 * Whoever finds no room waits in line, first come first served, until there is room, its patience ends, the service asks
 * for more patience than it has, or its execution is cancelled.
 */
export class ConcurrencyLimiter {
	private readonly window = new AimdWindow();

	private readonly gate = new RateGate();

	/** Turns that were taken and not given back, without those of callers who fixed their number. */
	private inFlight = 0;

	private freeInFlight = 0;

	/** In the order in which they came, from `first` on. Those whose wait is over go when the line is next looked at. */
	private line: Waiter[] = [];

	private first = 0;

	/** How many in the line still wait. */
	private waiting = 0;

	/** When the line is looked at next although nothing happened. */
	private wakeAt = Infinity;

	/** How many requests the service answered and did not turn away for their rate. */
	served = 0;

	/** How many requests may be on their way: fewer as the service's limit comes near. */
	get capacity(): number {
		return Math.ceil(Math.min(this.window.size, Math.max(1, this.gate.remaining)));
	}

	/** Whether the service has no room just now. */
	get isHeld(): boolean {
		return !this.gate.isOpen;
	}

	/** Whether nobody has a turn or waits for one. */
	get isIdle(): boolean {
		return this.inFlight === 0 && this.freeInFlight === 0 && this.waiting === 0;
	}

	/**
	 * Waits for a turn; {@link release} must follow.
	 *
	 * @returns the turn, or why the request must not be sent: the execution was cancelled, the time was up, or the
	 * service's own refusal, when it asked for a longer wait than the caller puts up with
	 */
	async acquire({ isFree, maximumWait, maximumTotalWait, signal }: TurnRequest): Promise<Turn | HttpResult> {
		if (signal?.aborted) return NOT_SENT;
		return await new Promise((resolve) => {
			const since = now();
			const forget = onCancel(signal, () => this.end(waiter, NOT_SENT));
			const settle = (end: Turn | HttpResult) => {
				forget();
				resolve(end);
			};
			const deadline = since + maximumTotalWait;
			const waiter: Waiter = { isFree, maximumWait, since, deadline, isOver: false, settle };
			this.line.push(waiter);
			this.waiting++;
			// While the gate is open, whoever still waits waits for room that the newcomer would have to wait for too. A
			// probe that is due belongs to the first in line.
			if (!this.gate.isOpen && this.mayPass(waiter, since)) this.lookAtAll();
			else this.look(waiter, since);
			if (!waiter.isOver) this.wake(this.nextLook(waiter, since));
		});
	}

	/**
	 * Gives a turn back.
	 *
	 * @param result what came of the request; nothing when it was not sent after all
	 * @param kind the same object for requests that take about the same time
	 */
	release(turn: Turn, result: HttpResult | undefined, kind: object): void {
		if (turn.isFree) this.freeInFlight--;
		else this.inFlight--;
		const time = now();
		const wasOpen = this.gate.isOpen;
		this.gate.note(result, turn, time);
		if (result) this.window.note(result, kind, turn.sentAt, time);
		if (result?.kind === 'response' && !isRefusedForLimit(result)) this.served++;
		if (wasOpen && this.gate.isOpen) this.admit(time);
		else this.lookAtAll();
	}

	/** Lets pass who may, in order, while the gate is open. */
	private admit(time: number): void {
		for (let waiter = this.line[this.first]; waiter; waiter = this.line[this.first]) {
			if (!waiter.isOver && !this.mayPass(waiter, time)) return;
			this.first++;
			if (!waiter.isOver) this.end(waiter, this.turnFor(waiter, time));
		}
	}

	/** Lets everyone pass who may, and ends the wait of everyone who should wait no longer. */
	private lookAtAll(): void {
		const time = now();
		let next = Infinity;
		const stays = (waiter: Waiter) => {
			if (!waiter.isOver) this.look(waiter, time);
			if (!waiter.isOver) next = Math.min(next, this.nextLook(waiter, time));
			return !waiter.isOver;
		};
		this.line = this.line.slice(this.first).filter(stays);
		this.first = 0;
		this.wake(next);
	}

	private look(waiter: Waiter, time: number): void {
		const patience = Math.min(waiter.maximumWait, waiter.deadline - time);
		const refusal = this.gate.refusalOf(patience, time);
		if (this.mayPass(waiter, time)) this.end(waiter, this.turnFor(waiter, time));
		else if (refusal) this.end(waiter, refusal);
		else if (time >= waiter.deadline) this.end(waiter, NO_TURN_CAME);
	}

	private mayPass(waiter: Waiter, time: number): boolean {
		const hasRoom = waiter.isFree || this.inFlight < this.capacity;
		return hasRoom && (this.gate.isOpen || time >= this.gate.probeTime(waiter));
	}

	private turnFor({ isFree }: Waiter, sentAt: number): Turn {
		const isProbe = !this.gate.isOpen;
		if (isProbe) this.gate.startProbe(sentAt);
		if (isFree) this.freeInFlight++;
		else this.inFlight++;
		return { kind: 'turn', sentAt, isFree, isProbe, closings: this.gate.closings };
	}

	private end(waiter: Waiter, end: Turn | HttpResult): void {
		waiter.isOver = true;
		this.waiting--;
		if (this.waiting === 0) [this.line, this.first] = [[], 0];
		waiter.settle(end);
	}

	/** When something changes for a waiter although no turn is given back. */
	private nextLook(waiter: Waiter, time: number): number {
		const probeTime = this.gate.isOpen ? 0 : this.gate.probeTime(waiter);
		return probeTime > time ? Math.min(waiter.deadline, probeTime) : waiter.deadline;
	}

	private wake(time: number): void {
		const at = Math.min(time, now() + MAX_NAP_MS);
		if (this.waiting === 0 || at >= this.wakeAt) return;
		this.wakeAt = at;
		void sleep(Math.max(1, Math.ceil(at - now()))).then(() => {
			// Another look may be due sooner by now, and leads to the next ones.
			if (this.wakeAt !== at) return;
			this.wakeAt = Infinity;
			this.lookAtAll();
		});
	}
}

/** What came of a request that was not sent because its execution was cancelled first. */
export const NOT_SENT: NetworkError = {
	kind: 'networkError',
	reached: 'never',
	isTransient: false,
	code: CANCELLED,
	reason: 'the execution was cancelled',
};

/** What came of a request whose turn did not come in time. */
const NO_TURN_CAME: NetworkError = { ...NOT_SENT, code: NO_TURN, reason: 'its turn did not come in time' };

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
