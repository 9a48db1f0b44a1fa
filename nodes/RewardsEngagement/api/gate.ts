import { sleep } from 'n8n-workflow';

import type { Connection } from './connection';
import { NO_TURN_CAME, NOT_SENT, type HttpResult } from './http';
import { isRefusedForLimit, type RetryPolicy } from './retry';
import { Room } from './room';
import { now, wait } from './time';

/** The concurrency that the service recommends. */
const INITIAL_WIDTH = 5;

/** The most requests at a time, however fast the responses are. */
export const MAX_WIDTH = 50;

/** A response that takes longer does not raise the width. Like all times here, in milliseconds. */
const QUICK_MS = 1_000;

/** How long others wait for the response to a request that has the last room. */
const MAX_UNANSWERED_MS = 10_000;

/** The longest time between two looks of a waiting request. */
const MAX_NAP_MS = 250;

/** How long the requests of one run waited for the rate limit. Several that wait at a time count once. */
export class LimitWait {
	total = 0;

	private until = 0;

	/** Records a wait that has just ended. */
	note(from: number, to: number): void {
		this.total += to - Math.max(from, this.until);
		this.until = to;
	}
}

/** A request that is to be sent. */
export interface Entry extends Pick<RetryPolicy, 'backoffLimit' | 'totalWait' | 'concurrency'> {
	/** The same object for all requests of a run. */
	run: LimitWait;
	/** The cancel signal of the execution. */
	signal?: AbortSignal;
}

/** To be called with the result of a request, `undefined` if it was not sent. */
export type Leave = (result: HttpResult | undefined) => void;

/** The requests of one run. Only the first of them competes with those of other runs. */
interface Line {
	/** The latest request that waits or competes. */
	last?: Turn;
	underWay: number;
	/** Since when the service has taken nothing from this run. A wait behind requests of the same run does not count. */
	stuckSince?: number;
}

/** A request in line. */
interface Turn {
	/** Has it look again. */
	wake: () => void;
	/** Lets the next request of the run compete. */
	callNext?: () => void;
}

/**
 * The gate of one realm in this process. It lets a number of requests pass at a time, and none while the service has
 * no room. Within a run the first comes first. Runs take turns, so that a small one does not wait for a large one.
 */
export class Gate {
	/** How many requests without a fixed concurrency may be under way, and how many are. */
	private width = INITIAL_WIDTH;
	private adaptive = 0;
	/** When the width was last halved. */
	private halvedAt = -Infinity;

	/** All requests under way, and the time of the latest. */
	private underWay = 0;
	private passedAt = -Infinity;

	private readonly room = new Room();

	private readonly lines = new WeakMap<LimitWait, Line>();
	/** The first waiting request of each run, in their order. */
	private readonly waiting = new Set<Turn>();

	/** Whether no request is under way or waits. */
	get isIdle(): boolean {
		return this.underWay === 0 && this.waiting.size === 0;
	}

	/**
	 * Waits until the request may be sent.
	 *
	 * @returns a result if the request must not be sent. It is a cancel, the end of its total wait, or a refusal. With
	 * that, the service asked for a longer wait than the request accepts.
	 */
	async enter(entry: Entry): Promise<Leave | HttpResult> {
		const line = this.lines.get(entry.run) ?? { underWay: 0 };
		this.lines.set(entry.run, line);
		const turn: Turn = { wake: () => {} };
		const { last } = line;
		line.last = turn;
		if (last) await new Promise<void>((resolve) => (last.callNext = resolve));
		try {
			return await this.compete(entry, line, turn);
		} finally {
			this.waiting.delete(turn);
			if (line.last === turn) line.last = undefined;
			turn.callNext?.();
		}
	}

	private async compete(entry: Entry, line: Line, turn: Turn): Promise<Leave | HttpResult> {
		const { run, backoffLimit, totalWait, signal } = entry;
		const isAdaptive = entry.concurrency === undefined;
		for (;;) {
			if (signal?.aborted) return NOT_SENT;
			const time = now();
			const isStuck = line.underWay === 0;
			const left = totalWait - (isStuck ? time - (line.stuckSince ?? time) : 0);
			const rest = this.room.restAt(time);
			const isOpen = rest <= 0;
			const isTooLong = !isOpen && this.room.askedAt(time) > Math.min(backoffLimit, left);
			if (isTooLong && this.room.refusal) return this.room.refusal;
			// A forecast may be wrong. The service itself answers whoever does not wait for it.
			if ((isOpen || isTooLong) && this.hasRoom(isAdaptive, time)) return this.pass(isAdaptive, line, time);
			if (isStuck && left <= 0) return this.room.refusal ?? NO_TURN_CAME;
			if (isStuck) line.stuckSince ??= time;
			// A turn that is in line already keeps its place.
			this.waiting.add(turn);
			const woken = new Promise<void>((resolve) => (turn.wake = resolve));
			await Promise.race([woken, wait(isOpen ? MAX_NAP_MS : Math.min(rest, MAX_NAP_MS), signal)]);
			if (!isOpen) run.note(time, now());
		}
	}

	private hasRoom(isAdaptive: boolean, time: number): boolean {
		if (isAdaptive && this.adaptive >= this.width) return false;
		return this.underWay < this.room.left || time >= this.passedAt + MAX_UNANSWERED_MS;
	}

	private pass(isAdaptive: boolean, line: Line, sentAt: number): Leave {
		const own = isAdaptive ? 1 : 0;
		this.adaptive += own;
		this.underWay++;
		line.underWay++;
		this.passedAt = sentAt;
		this.room.take(sentAt);
		return (result) => {
			this.underWay--;
			const isRefusal = result !== undefined && isRefusedForLimit(result);
			line.stuckSince = isRefusal ? (line.stuckSince ?? now()) : undefined;
			if (result) this.learn(result, sentAt, now());
			// Others get the room in the next turn of the event loop. Until then the run can learn that it has ended.
			void sleep(0).then(() => {
				this.adaptive -= own;
				line.underWay--;
				for (const { wake } of this.waiting) wake();
			});
		};
	}

	private learn(result: HttpResult, sentAt: number, time: number): void {
		this.room.learn(result, { sentAt, time, underWay: this.underWay });
		// Requests from before the width was halved say nothing about the present one.
		if (sentAt < this.halvedAt) return;
		const isResponse = result.kind === 'response';
		if (isResponse ? result.status === 429 || result.status >= 500 : result.isTransient) {
			this.halvedAt = time;
			this.width = Math.max(1, Math.floor(this.width / 2));
		} else if (isResponse && time - sentAt <= QUICK_MS) {
			this.width = Math.min(this.width + 1, MAX_WIDTH);
		}
	}
}

/** How many realms are remembered. A forgotten realm starts again with a new gate. */
export const MAX_GATES = 1_000;

/** One per realm. The latest used is the last. */
export const gates = new Map<string, Gate>();

/** The gate of a realm. */
export function gateOf({ baseUrl }: Connection, realmId: string): Gate {
	const key = JSON.stringify([baseUrl, realmId]);
	const gate = gates.get(key) ?? new Gate();
	gates.delete(key);
	gates.set(key, gate);
	const [idle] = gates.size > MAX_GATES ? ([...gates].find(([, { isIdle }]) => isIdle) ?? []) : [];
	if (idle !== undefined) gates.delete(idle);
	return gate;
}
