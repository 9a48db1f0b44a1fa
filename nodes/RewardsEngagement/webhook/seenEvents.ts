import { randomBytes } from 'node:crypto';
import { sleep } from 'n8n-workflow';

/**
 * n8n's store of processed values, as an execution reaches it: says which of the values are new, and records them.
 * It reads one row and writes it back whole, so two processes that do it at the same time overwrite one another.
 */
export type CheckAndRecord = (values: string[]) => Promise<{ new: string[] }>;

/** How many values n8n keeps for one trigger; the oldest go first. */
export const MOST_VALUES = 20_000;

/** Accepted events that this process vouches for, in case another process writes the row without them. */
const MOST_REMEMBERED = 10_000;
const MOST_PUT_BACK = 500;
const PUT_BACK_FOR = 60_000;

/** Longer than n8n takes from reading the row to writing it. */
const SETTLE_TIME = 150;
const MOST_ROUNDS = 5;
const STORE_ATTEMPTS = 4;

interface Waiting {
	id: string;
	resolve: (isFirst: boolean) => void;
	reject: (error: unknown) => void;
}

/**
 * Decides, for one trigger, which events are new. Within a process the decisions are taken one batch after another:
 * however many events wait, they share one read and one write of the store.
 *
 * Where several processes share the store, a batch is claimed with marks of this process and looked at again after a
 * pause. An event that is recorded without this process's mark was claimed by another process at the same moment, and
 * belongs to that one; whoever wrote last keeps its mark, so exactly one claim holds.
 */
export class SeenEvents {
	private readonly accepted = new Map<string, number>();

	private readonly mark = `#${randomBytes(8).toString('hex')}`;

	private waiting: Waiting[] = [];

	private isBusy = false;

	/** Whether this process itself took the event before. */
	has(id: string): boolean {
		return this.accepted.has(id);
	}

	/**
	 * Claims an event.
	 *
	 * @param isShared whether other processes may be at it too
	 * @returns whether it is the first time
	 * @throws what the store throws, when it keeps failing
	 */
	async claim(id: string, store: CheckAndRecord, isShared: boolean): Promise<boolean> {
		const decision = new Promise<boolean>((resolve, reject) => this.waiting.push({ id, resolve, reject }));
		if (!this.isBusy) void this.work(store, isShared);
		return await decision;
	}

	private async work(store: CheckAndRecord, isShared: boolean): Promise<void> {
		this.isBusy = true;
		while (this.waiting.length > 0) {
			const batch = this.waiting;
			this.waiting = [];
			await this.decide(batch, store, isShared).catch((error: unknown) => {
				for (const { reject } of batch) reject(error);
			});
		}
		this.isBusy = false;
	}

	private async decide(batch: Waiting[], store: CheckAndRecord, isShared: boolean): Promise<void> {
		const unknown = [...new Set(batch.map(({ id }) => id))].filter((id) => !this.has(id));
		const won = unknown.length === 0 ? [] : await this.win(unknown, patient(store), isShared);
		const now = Date.now();
		for (const id of won) this.remember(id, now);
		const first = new Set(won);
		// Of twins in one batch the first is taken.
		for (const { id, resolve } of batch) resolve(first.delete(id));
	}

	private async win(ids: string[], store: CheckAndRecord, isShared: boolean): Promise<string[]> {
		if (!isShared) return ids.filter(inSet((await store([...ids, ...this.toPutBack()])).new));
		const claimed = await store([...ids, ...ids.map((id) => id + this.mark), ...this.toPutBack()]);
		let open = ids.filter(inSet(claimed.new));
		const won: string[] = [];
		for (let round = 1; open.length > 0 && round <= MOST_ROUNDS; round++) {
			await sleep(SETTLE_TIME);
			const missing = inSet((await store([...open, ...open.map((id) => id + this.mark)])).new);
			won.push(...open.filter((id) => !missing(id + this.mark)));
			// Neither the event nor the mark: somebody wrote an older row over both, and they were recorded anew just now.
			open = open.filter((id) => missing(id + this.mark) && missing(id));
		}
		// A store this restless decides nothing; an event that may come twice is better than one that is lost.
		return [...won, ...open];
	}

	private toPutBack(): string[] {
		const since = Date.now() - PUT_BACK_FOR;
		const recent = [...this.accepted].slice(-MOST_PUT_BACK);
		return recent.filter(([, time]) => time >= since).map(([id]) => id);
	}

	private remember(id: string, now: number): void {
		this.accepted.set(id, now);
		if (this.accepted.size <= MOST_REMEMBERED) return;
		const [oldest] = this.accepted.keys();
		if (oldest !== undefined) this.accepted.delete(oldest);
	}
}

function inSet(values: readonly string[]): (value: string) => boolean {
	const set = new Set(values);
	return (value) => set.has(value);
}

/** The store refuses the second of two processes that make a trigger's row at the same moment; it works a moment later. */
function patient(store: CheckAndRecord): CheckAndRecord {
	const attempt = async (values: string[], left: number): Promise<{ new: string[] }> =>
		await store(values).catch(async (error: unknown) => {
			if (left <= 1) throw error;
			await sleep(SETTLE_TIME);
			return await attempt(values, left - 1);
		});
	return async (values) => await attempt(values, STORE_ATTEMPTS);
}
