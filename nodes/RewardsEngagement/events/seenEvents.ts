import { sleep } from 'n8n-workflow';

import { now, wait } from '../api/time';
import { inSet, marked, noteOf, withRetries, SETTLE_MS, type ProcessedData } from '../host/processedData';
import { Batch } from '../shared/batch';
import { Mutex } from '../shared/mutex';

/** The execution that claims an event. */
export interface Claimant {
	store: ProcessedData;
	/** Execution ID. It stays the same when n8n resumes an interrupted execution. */
	execution: string;
	/** Whether other processes may claim too. */
	isShared: boolean;
	/** Whether the event counts only once its workflow has ended. Call {@link SeenEvents.finish} then. */
	untilFinished: boolean;
	/** Whether a failed workflow leaves the event unclaimed too. */
	isFreeOnFailure?: boolean;
}

/**
 * The result of a claim.
 * - `mine`: the event is new, or its earlier run ended without a result
 * - `taken`: it was claimed before
 * - `unsettled`: another execution claimed it before, and is not known to have ended well
 */
export type EventClaim = 'mine' | 'taken' | 'unsettled';

/** How many values n8n keeps for one trigger. It drops the oldest first. */
export const MAX_VALUES = 20_000;

/** Many rows, because events come one at a time. */
export const KEEPING = { mostValues: MAX_VALUES, rows: 16 };

/** Recent events that this process records again, in case another process has overwritten the row without them. */
const MAX_REMEMBERED = 10_000;
const MAX_PUT_BACK = 500;
const PUT_BACK_MS = 60_000;
/**
 * For a single process, which writes all rows. Only a process that ended before this one started can have overwritten
 * them.
 */
const MIN_BETWEEN_PUT_BACKS_MS = 1_000;

const MAX_ROUNDS = 5;

/**
 * How long a copy of an event waits for the execution of the first one. The service waits 30 seconds for a response.
 */
const LONGEST_WAIT_MS = 20_000;
const LOOK_MS = 100;

/** How long a copy of an event that comes now waits, by a monotonic clock. */
export function longestWait(): number {
	return now() + LONGEST_WAIT_MS;
}

/** How an event's execution ended. */
interface Ending {
	id: string;
	isDone: boolean;
	claimant: Claimant;
}

/**
 * Decides, for one trigger, which events are new. Events that wait for a decision share one read and one write.
 *
 * If several processes share the store, each claim records a mark of its execution and checks again after a pause.
 * When two processes write at the same moment, only the later mark is left, so exactly one claim holds.
 *
 * An event that counts only after its workflow has a note until then. The note outlives the process. A process that
 * is alone then knows that the execution crashed, and takes the event again. With several processes the execution may
 * still run elsewhere. The event is then unsettled: it is neither dropped nor run again.
 */
export class SeenEvents {
	/** Events taken by this process, with the time. */
	private readonly taken = new Map<string, number>();
	/** Events whose workflow has not ended, with the execution that runs it. */
	private readonly running = new Map<string, string>();
	/** Events that should have a note in the store. */
	private readonly noted = new Set<string>();
	private readonly mutex = new Mutex();

	private readonly claims = new Batch<{ id: string; claimant: Claimant }, EventClaim>(
		this.mutex,
		async (batch) => await this.decide(batch),
	);

	private readonly endings = new Batch<Ending, void>(this.mutex, async (batch) => await this.settle(batch));
	/** When this process last recorded events again. */
	private lastPutBack = 0;

	/** Whether this process took the event before. */
	has(id: string): boolean {
		return this.taken.has(id);
	}

	/** Whether the event's workflow runs in this process. */
	isRunning(id: string): boolean {
		return this.running.has(id);
	}

	/**
	 * Waits until the event's workflow has ended in this process.
	 *
	 * @param until see {@link longestWait}
	 * @param signal ends the wait early
	 * @returns whether it has ended
	 */
	async hasEnded(id: string, until = longestWait(), signal?: AbortSignal): Promise<boolean> {
		while (this.isRunning(id)) if (now() >= until || !(await wait(LOOK_MS, signal))) return false;
		return true;
	}

	/**
	 * Claims an event.
	 *
	 * @throws the error of the store, after several attempts
	 */
	async claim(id: string, claimant: Claimant): Promise<EventClaim> {
		return await this.claims.add({ id, claimant });
	}

	/** Settles a claim that depended on its workflow. If the event is not done, a redelivery runs again. */
	async finish(id: string, isDone: boolean, claimant: Claimant): Promise<void> {
		try {
			await this.endings.add({ id, isDone, claimant });
			if (!claimant.isShared || !isDone) return;
			// A process that had read the row earlier may have written the note back.
			await sleep(SETTLE_MS);
			await this.endings.add({ id, isDone, claimant });
		} finally {
			this.running.delete(id);
		}
	}

	private async settle(batch: readonly Ending[]): Promise<void[]> {
		const values = batch.flatMap(({ id, isDone, claimant: { isShared, execution } }) => {
			this.noted.delete(id);
			if (isDone) return [noteOf(id)];
			this.taken.delete(id);
			return [id, noteOf(id), ...(isShared ? [marked(id, execution)] : [])];
		});
		await batch[0]?.claimant.store.remove(values);
		return [];
	}

	private async decide(batch: ReadonlyArray<{ id: string; claimant: Claimant }>): Promise<EventClaim[]> {
		const claims = new Map<string, Claimant>();
		const unsettled = new Set<string>();
		for (const { id, claimant } of batch) if (!this.has(id) && !claims.has(id)) claims.set(id, claimant);
		const won = new Set(claims.size === 0 ? [] : await this.win(claims, unsettled));
		const now = Date.now();
		for (const id of won) {
			this.remember(id, now);
			const claimant = claims.get(id);
			if (!claimant?.untilFinished) continue;
			this.running.set(id, claimant.execution);
			this.noted.add(id);
		}
		// If a batch has the same event twice, the first is taken. In the same execution, both end together. In
		// another execution the event would count as done although the first may still fail.
		return batch.map(({ id, claimant: { execution, isShared, isFreeOnFailure = false } }) => {
			const isElsewhere = (this.running.get(id) ?? execution) !== execution;
			const isUnsettled = unsettled.has(id) || (isElsewhere && (isShared || isFreeOnFailure));
			return won.delete(id) ? 'mine' : isUnsettled ? 'unsettled' : 'taken';
		});
	}

	private async win(claims: Map<string, Claimant>, unsettled: Set<string>): Promise<string[]> {
		const [{ store: anyStore, isShared }] = [...claims.values()] as [Claimant];
		let isSure = true;
		const store = withRetries(anyStore, () => (isSure = false));
		const ids = [...claims.keys()];
		const depends = (id: string) => claims.get(id)?.untilFinished === true;
		const notes = ids.filter(depends).map(noteOf);
		const markOf = (id: string) => marked(id, claims.get(id)?.execution ?? '');
		const marks = isShared ? ids.map(markOf) : [];
		const isNew = inSet(await store.record([...ids, ...notes, ...marks, ...this.toPutBack(isShared)]));
		const isOpen = (id: string) => depends(id) && !isNew(noteOf(id));

		const known = ids.filter((id) => !isNew(id));
		// A failed attempt may have recorded it. A repeated event is better than a lost one.
		const isInDoubt = (id: string) => !isSure && !depends(id);
		// Single process: its execution crashed with an earlier process. Several processes: this execution recorded
		// its mark, was interrupted, and was resumed.
		const again = known.filter((id) => (isShared ? !isNew(markOf(id)) : isOpen(id) || isInDoubt(id)));
		const repeats = known.filter((id) => !again.includes(id));
		for (const id of repeats.filter(isOpen)) unsettled.add(id);
		const settled = repeats.filter((id) => depends(id) && !isOpen(id));
		const left = [...settled.map(noteOf), ...(isShared ? repeats.map(markOf) : [])];
		if (left.length > 0) await store.remove(left);

		const fresh = ids.filter(isNew);
		if (!isShared) return [...again, ...fresh];
		const mine = await this.lookAgain(fresh, depends, markOf, store);
		for (const id of fresh) if (depends(id) && !mine.includes(id)) unsettled.add(id);
		return [...again, ...mine];
	}

	/** Several processes may have claimed the events at the same moment. Returns those that this process has. */
	private async lookAgain(
		fresh: string[],
		depends: (id: string) => boolean,
		markOf: (id: string) => string,
		store: ProcessedData,
	): Promise<string[]> {
		const won: string[] = [];
		let undecided = fresh;
		for (let round = 1; undecided.length > 0 && round <= MAX_ROUNDS; round++) {
			await sleep(SETTLE_MS);
			const notes = undecided.filter(depends).map(noteOf);
			const isMissing = inSet(await store.record([...undecided, ...notes, ...undecided.map(markOf)]));
			won.push(...undecided.filter((id) => !isMissing(markOf(id))));
			// Neither the event nor the mark is there: another process overwrote both with an older row.
			undecided = undecided.filter((id) => isMissing(markOf(id)) && isMissing(id));
		}
		// Still contested, so deliver it. A repeated event is better than a lost one.
		return [...won, ...undecided];
	}

	private toPutBack(isShared: boolean): string[] {
		const now = Date.now();
		const recent = [...this.taken].slice(-MAX_PUT_BACK).filter(([, time]) => time >= now - PUT_BACK_MS);
		if (recent.length === 0) return [];
		if (!isShared && Math.abs(now - this.lastPutBack) < MIN_BETWEEN_PUT_BACKS_MS) return [];
		this.lastPutBack = now;
		return recent.flatMap(([id]) => (this.noted.has(id) ? [id, noteOf(id)] : [id]));
	}

	private remember(id: string, now: number): void {
		this.taken.set(id, now);
		if (this.taken.size <= MAX_REMEMBERED) return;
		const [oldest] = this.taken.keys();
		if (oldest !== undefined) this.taken.delete(oldest);
	}
}
