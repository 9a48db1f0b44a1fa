import { sleep } from 'n8n-workflow';

import { now, wait } from '../api/wait';
import { inSet, marked, noteOf, withRetries, SETTLE_MS, type ProcessedData } from '../host/processedData';
import { Turns } from '../shared/turns';

/** Who claims an event. */
export interface Claimant {
	store: ProcessedData;
	/** The same when n8n runs an interrupted execution once more: its execution id. */
	execution: string;
	/** Whether other processes may be claiming too. */
	isShared: boolean;
	/** Whether the event counts only once its workflow has ended; {@link SeenEvents.finish} must follow then. */
	untilFinished: boolean;
	/** Whether it does not count either when that ends in failure. */
	isFreeOnFailure?: boolean;
}

/**
 * What a claim found.
 * - `mine`: the event is new, or its earlier run is known to have ended without a result
 * - `taken`: it was claimed before
 * - `unsettled`: another execution claimed it before, and has not ended well as far as anybody knows
 */
export type EventClaim = 'mine' | 'taken' | 'unsettled';

/** How many values n8n keeps for one trigger; the oldest go first. */
export const MAX_VALUES = 20_000;

/** What n8n keeps for one trigger, in many rows: events come one at a time. */
export const KEEPING = { mostValues: MAX_VALUES, rows: 16 };

/** Events that this process vouches for, in case another one writes the row without them. */
const MAX_REMEMBERED = 10_000;
const MAX_PUT_BACK = 500;
const PUT_BACK_MS = 60_000;
/**
 * Of a process that is alone, so that only one that starts before this one is gone can write over it: what is put back
 * lies in all rows, and an event that is claimed in one.
 */
const MIN_BETWEEN_PUT_BACKS_MS = 1_000;

const MAX_ROUNDS = 5;

/** How long a copy of an event waits for what the run of the first one comes to: the service waits 30 seconds for it. */
const LONGEST_WAIT_MS = 20_000;
const LOOK_MS = 100;

/** Until when such a copy waits that comes now, by a clock that nobody can set. */
export function longestWait(): number {
	return now() + LONGEST_WAIT_MS;
}

interface Waiting {
	id: string;
	claimant: Claimant;
	resolve: (state: EventClaim) => void;
	reject: (error: unknown) => void;
}

interface Ending {
	id: string;
	isDone: boolean;
	/** What the store is to forget. */
	values: string[];
	store: ProcessedData;
	resolve: () => void;
	reject: (error: unknown) => void;
}

/**
 * Decides, for one trigger, which events are new. Within a process everything that touches the store takes turns, and
 * however many events wait for a decision, they share one read and one write.
 *
 * Where several processes share the store, each claim leaves a mark of its execution and looks again after a pause.
 * An event that is recorded without that mark was claimed elsewhere at the same moment, and belongs to the one that
 * wrote last: its mark is there, so exactly one claim holds.
 *
 * An event that counts only when its workflow has ended well has a note that it is open until then. The note outlives
 * the process. Whoever runs everything alone then knows that the run died with it, and takes the event again. While the
 * run goes on, or among several processes may go on elsewhere, the event is unsettled, and must be neither dropped nor
 * run again.
 */
export class SeenEvents {
	/** Events taken by this process, with the time. */
	private readonly taken = new Map<string, number>();

	/** Events whose workflow must finish before they count as taken, with the execution that runs it. */
	private readonly running = new Map<string, string>();

	/** Events whose note that they are open belongs into the store. */
	private readonly noted = new Set<string>();

	private waiting: Waiting[] = [];

	private ending: Ending[] = [];

	/** When this process vouched for events the last time. */
	private lastPutBack = 0;

	private readonly turns = new Turns();

	/** Whether this process itself took the event before. */
	has(id: string): boolean {
		return this.taken.has(id);
	}

	/** Whether the event's workflow runs in this process, and it is not known yet how it ends. */
	isRunning(id: string): boolean {
		return this.running.has(id);
	}

	/**
	 * Waits for the end of the event's workflow where it runs in this process.
	 *
	 * @param until see {@link longestWait}
	 * @param signal ends the wait early
	 * @returns whether it runs no more
	 */
	async hasEnded(id: string, until = longestWait(), signal?: AbortSignal): Promise<boolean> {
		while (this.isRunning(id)) {
			if (now() >= until || !(await wait(LOOK_MS, signal))) return false;
		}
		return true;
	}

	/**
	 * Claims an event.
	 *
	 * @throws what the store throws, when it keeps failing
	 */
	async claim(id: string, claimant: Claimant): Promise<EventClaim> {
		return await new Promise<EventClaim>((resolve, reject) => {
			this.waiting.push({ id, claimant, resolve, reject });
			// The others that come before its turn are decided with it.
			if (this.waiting.length === 1) void this.turns.take(async () => await this.decideAll());
		});
	}

	/** Settles a claim that depended on its workflow: a failed one is free to come again. */
	async finish(id: string, isDone: boolean, { store, isShared, execution }: Claimant): Promise<void> {
		const mark = isShared ? [marked(id, execution)] : [];
		const values = isDone ? [noteOf(id)] : [id, noteOf(id), ...mark];
		const remove = async () =>
			await new Promise<void>((resolve, reject) => {
				this.ending.push({ id, isDone, values, store, resolve, reject });
				// The others that end before its turn are settled with it: n8n may die any moment, and what is not
				// settled by then runs again.
				if (this.ending.length === 1) void this.turns.take(async () => await this.settleAll());
			});
		try {
			await remove();
			if (!isShared || !isDone) return;
			// Another process that had read the row before may have written the note back.
			await sleep(SETTLE_MS);
			await remove();
		} finally {
			this.running.delete(id);
		}
	}

	private async settleAll(): Promise<void> {
		const batch = this.ending;
		this.ending = [];
		for (const { id, isDone } of batch) {
			this.noted.delete(id);
			if (!isDone) this.taken.delete(id);
		}
		const [first] = batch;
		await first?.store.remove(batch.flatMap(({ values }) => values)).then(
			() => batch.forEach(({ resolve }) => resolve()),
			(error: unknown) => batch.forEach(({ reject }) => reject(error)),
		);
	}

	private async decideAll(): Promise<void> {
		const batch = this.waiting;
		this.waiting = [];
		await this.decide(batch).catch((error: unknown) => {
			for (const { reject } of batch) reject(error);
		});
	}

	private async decide(batch: Waiting[]): Promise<void> {
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
		// Of twins in one batch the first is taken. Another item of the execution that runs the event ends as that does; with
		// one of another execution an event would count as done whose run may still come to nothing.
		for (const { id, claimant, resolve } of batch) {
			const { execution, isShared, isFreeOnFailure = false } = claimant;
			const isElsewhere = (this.running.get(id) ?? execution) !== execution;
			const isUnsettled = unsettled.has(id) || (isElsewhere && (isShared || isFreeOnFailure));
			resolve(won.delete(id) ? 'mine' : isUnsettled ? 'unsettled' : 'taken');
		}
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
		// A try that failed may have recorded it: one that may come twice is better than one that is lost.
		const isInDoubt = (id: string) => !isSure && !depends(id);
		// Alone: its run died with an earlier process. Otherwise: recorded with this very mark, so the execution was
		// interrupted after its claim, and runs once more.
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

	/** Of the events that several processes may have claimed at the same moment, those that are this one's. */
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
			// Neither the event nor the mark: somebody wrote an older row over both, and they were recorded anew just now.
			undecided = undecided.filter((id) => isMissing(markOf(id)) && isMissing(id));
		}
		// A store this restless decides nothing; an event that may come twice is better than one that is lost.
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
