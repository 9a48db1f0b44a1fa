import { randomUUID } from 'node:crypto';

import { sleep } from 'n8n-workflow';

import { isUnsent } from '../errors';
import { processMemory } from '../host/processMemory';
import type { Row } from '../host/row';
import { Batch, Mutex } from '../shared/batch';
import { nodeKey } from '../shared/nodeKey';
import {
	beginTry,
	endedValues,
	marksOf,
	releasedValues,
	stateOf,
	undoneValues,
	valuesOf,
	type Claim,
	type Ending,
	type IsNew,
	type State,
	type Try,
} from './keyValues';

export interface Rules {
	of: 'payments' | 'events';
	/** Whether other processes write the row too, as in queue mode. */
	isShared: boolean;
}

/** Longer than n8n takes from reading a row to writing it. In milliseconds. */
const SETTLE_MS = 150;

const MAX_ATTEMPTS = 4;
const MAX_ROUNDS = 5;
/** How many of the last done events each claim writes again, if other processes write too. */
const MAX_AGAIN = 100;
/** How many done keys a process knows without asking n8n. */
const MAX_KNOWN = 10_000;

/** What this process knows of a row. All journals of the row share it. */
export class JournalMemory {
	readonly mutex = new Mutex();
	/** Keys that were claimed in this process and are not settled yet. */
	readonly live = new Map<string, Try>();
	/** Done keys, with what they were used for. */
	readonly done = new Map<string, string | undefined>();
	/** Events that are done, although that could not be written. The next ending writes it too. */
	late: Removed[] = [];
	/** Executions that claim at the same moment share a write. Of several claims of one key, the first comes first. */
	readonly claims = new Batch<readonly Claim[], State[]>(this.mutex, (claims, others) => {
		const taken = new Set(others.flat().map(({ key }) => key));
		return !claims.some(({ key }) => taken.has(key));
	});
	readonly endings = new Batch<readonly Ending[], void>(this.mutex);

	remember({ key, fingerprint }: Claim): void {
		this.done.set(key, fingerprint);
		if (this.done.size <= MAX_KNOWN) return;
		const [oldest] = this.done.keys();
		if (oldest !== undefined) this.done.delete(oldest);
	}
}

/** By node. */
const memories = processMemory('journals', () => new Map<string, JournalMemory>());

/** What this process knows of the journal of the node. */
export function memoryOf(context: Parameters<typeof nodeKey>[0]): JournalMemory {
	const key = nodeKey(context);
	const memory = memories.get(key) ?? new JournalMemory();
	memories.set(key, memory);
	return memory;
}

/** Values that were removed, of a claim. */
interface Removed {
	one: Try;
	values: readonly string[];
}

/** A claim that is not decided yet. */
type Next = Pick<Try, 'claim' | 'life' | 'round'>;

interface Decision {
	one: Try;
	state: State;
}

/**
 * What happens at most once: the payments of a node, or the events of a trigger.
 *
 * A key is open while its note is there, and done without it. All values of a key are written together and removed
 * together. So a process that ends at any point leaves a free key or an open one, and none that looks done. n8n's row
 * cannot be read without writing. So each value makes a key look more used: what a dying process leaves behind frees
 * nothing.
 *
 * | | name | held (payments) | note |
 * |---|---|---|---|
 * | free | | | |
 * | open | yes | yes | yes |
 * | done | yes | yes | |
 * | released by a person, free | yes | | |
 *
 * If several processes write the row, one may overwrite what another has just written. So a claim leaves a mark, and
 * after a pause looks whether the mark is still there. A process that stalls longer than the pause may still overwrite
 * it. So each claim writes the events of its process again. Payments are not written again, because a person may have
 * released them.
 *
 * Its methods throw the error of n8n's database after several attempts.
 */
export class Journal {
	constructor(
		private readonly row: Row,
		private readonly rules: Rules,
		private readonly memory = new JournalMemory(),
	) {}

	/** Claims different keys with one write. Act on none of them if it throws. */
	claim(claims: readonly Claim[]): Promise<State[]> {
		return this.memory.claims.add(claims, async (lists) => {
			const states = await this.decide(lists.flat());
			return lists.map((list) => list.map((claim) => states.get(claim) as State));
		});
	}

	/** Records the outcomes of claims with one write. If it throws, the keys of payments stay open. */
	async settle(endings: readonly Ending[]): Promise<void> {
		await this.memory.endings.add(endings, async (lists) => {
			await this.end(lists.flat());
			return [];
		});
	}

	/** The state of a key, which stays as it is. `mine` if it is free. */
	async look(key: string): Promise<State> {
		return await this.memory.mutex.run(async () => (await this.find(key)).state);
	}

	/**
	 * Marks an open key as done, and returns its state before. Other keys are not changed. `inUse` if this process is
	 * acting with it.
	 */
	async confirm(key: string): Promise<State | 'inUse'> {
		return await this.change(key, async ({ one, state }) => {
			if (state === 'open') await this.removeMarked(one, [], [one.note]);
		});
	}

	/**
	 * Frees a key, whether it is open or done, and returns its state before. `inUse` if this process is acting with it,
	 * then it stays as it is.
	 */
	async release(key: string): Promise<State | 'inUse'> {
		return await this.change(key, async ({ one, state }) => {
			if (state === 'mine') return;
			const { names, others } = releasedValues(one);
			// n8n drops the oldest values first, and would forget the release before it forgets what came after it.
			await this.remove(names);
			await this.removeMarked(one, names, others);
		});
	}

	private async change(key: string, work: (found: Decision) => Promise<void>): Promise<State | 'inUse'> {
		return await this.memory.mutex.run(async () => {
			if (this.memory.live.has(key)) return 'inUse';
			const found = await this.find(key);
			await work(found);
			return found.state;
		});
	}

	private async decide(claims: readonly Claim[]): Promise<ReadonlyMap<Claim, State>> {
		const { live } = this.memory;
		const found: Decision[] = [];
		const unknown: Claim[] = [];
		for (const claim of claims) {
			const known = this.known(claim);
			if (known) found.push(known);
			else unknown.push(claim);
		}
		found.push(...(await this.ask(unknown)));
		const states = new Map<Claim, State>();
		for (const { one, state } of found) {
			const { claim } = one;
			states.set(claim, state);
			if (state === 'done' || (state === 'mine' && claim.isImmediate)) this.memory.remember(claim);
			else if (state === 'mine') live.set(claim.key, one);
		}
		return states;
	}

	private async end(endings: readonly Ending[]): Promise<void> {
		const { live } = this.memory;
		try {
			const ended = endings.flatMap(({ key, outcome }) => {
				const one = live.get(key);
				return one && outcome !== 'unknown' ? [{ one, values: endedValues(one, outcome === 'applied') }] : [];
			});
			await this.takeBack([...this.memory.late, ...ended]).catch((thrown: unknown) => {
				if (this.rules.of === 'events') this.postpone(endings);
				throw thrown;
			});
			this.memory.late = [];
			for (const { key, outcome } of endings) {
				const one = live.get(key);
				if (one && outcome === 'applied') this.memory.remember(one.claim);
			}
		} finally {
			for (const { key } of endings) live.delete(key);
		}
	}

	private postpone(endings: readonly Ending[]): void {
		for (const { key, outcome } of endings) {
			const one = this.memory.live.get(key);
			if (!one || outcome !== 'applied') continue;
			this.memory.remember(one.claim);
			this.memory.late.push({ one, values: endedValues(one, true) });
		}
	}

	/** The state of one key. A claim finds it, and is taken back. */
	private async find(key: string): Promise<Decision> {
		// A look among several processes takes a second, and the request of a live key would end meanwhile.
		const one = this.memory.live.get(key);
		if (one) return { one, state: 'open' };
		this.memory.done.delete(key);
		const [found] = (await this.ask([{ key }])) as [Decision];
		if (found.state === 'mine')
			await this.takeBack([{ one: found.one, values: endedValues(found.one, false) }]);
		return found;
	}

	/** The state of a key that this process knows without asking n8n. */
	private known(claim: Claim): Decision | undefined {
		const { live, done } = this.memory;
		const one = live.get(claim.key);
		if (one) {
			const isTaken = claim.takesOver && claim.owner !== one.claim.owner;
			return { one: { ...one, claim }, state: isTaken ? 'mine' : 'open' };
		}
		// Another process may have released the key of a payment.
		if (!done.has(claim.key) || (this.rules.isShared && this.rules.of === 'payments')) return undefined;
		const state = done.get(claim.key) === claim.fingerprint ? 'done' : 'conflict';
		return { one: this.begin({ claim, life: 0, round: 1 }), state };
	}

	private async ask(claims: readonly Claim[]): Promise<Decision[]> {
		const decided: Decision[] = [];
		let left: Next[] = [];
		for (const claim of claims) left.push({ claim, life: 0, round: 1 });
		while (left.length > 0) left = await this.claimOnce(left, decided);
		return decided;
	}

	/** @returns the claims that are not decided yet */
	private async claimOnce(left: readonly Next[], decided: Decision[]): Promise<Next[]> {
		const mark = this.newMark();
		const tries: Try[] = [];
		const values: string[] = [];
		for (const next of left) {
			const one = this.begin(next, mark);
			tries.push(one);
			values.push(...valuesOf(one), ...marksOf(one));
		}
		const { isNew, isSure } = await this.record([...values, ...this.eventValues()]);
		const again: Next[] = [];
		const found: Decision[] = [];
		const undone: Removed[] = [];
		for (const one of tries) {
			const state = stateOf(one, isNew, isSure);
			if (state === 'released') again.push({ ...one, life: one.life + 1 });
			else found.push({ one, state });
			if (state !== 'mine') undone.push({ one, values: undoneValues(one, state, isNew, isSure) });
		}
		if (undone.length > 0) await this.takeBack(undone);
		decided.push(...(mark === undefined ? found : await this.lookAgain(found, again)));
		return again;
	}

	/**
	 * Decides claims among several processes, after a pause.
	 *
	 * @param again gets the claims that are not decided yet
	 */
	private async lookAgain(found: readonly Decision[], again: Next[]): Promise<Decision[]> {
		const mine = found.flatMap(({ one, state }) => (state === 'mine' ? (one.mark ?? []) : []));
		if (mine.length > 0) await sleep(SETTLE_MS);
		const isGone = await this.areGone(mine);
		const decided: Decision[] = [];
		const left: string[] = [];
		for (const { one, state } of found) {
			const isMine = state === 'mine';
			const isLost = isMine && isGone(one);
			// Another claim may have written the note of a done key, and removes it soon.
			const isUnclear = isLost || state === 'open';
			if (isUnclear && one.round < MAX_ROUNDS) again.push({ ...one, round: one.round + 1 });
			else decided.push({ one, state: isLost && !one.isEvent ? 'open' : state });
			if (isLost || (isMine && one.claim.isImmediate)) left.push(...marksOf(one));
		}
		await this.remove(left);
		return decided;
	}

	/** Removes values of a key that has no claim now, under a separate mark. */
	private async removeMarked(
		{ claim, life }: Try,
		kept: readonly string[],
		values: readonly string[],
	): Promise<void> {
		const one = this.begin({ claim, life, round: 1 }, this.newMark());
		const recorded = [...kept, ...marksOf(one)];
		if (recorded.length > 0) await this.record(recorded);
		await this.takeBack([{ one, values }]);
	}

	/**
	 * Removes values of claims, with their marks. A process that had read the row before may write them back. With them
	 * comes the mark. Without the mark, they belong to a later claim.
	 */
	private async takeBack(removed: readonly Removed[]): Promise<void> {
		await this.remove(removed.flatMap(({ one, values }) => [...values, ...marksOf(one)]));
		let left = this.rules.isShared ? removed : [];
		for (let round = 1; left.length > 0 && round <= MAX_ROUNDS; round++) {
			await sleep(SETTLE_MS);
			const marks = left.flatMap(({ one }) => one.mark ?? []);
			const isGone = await this.areGone(marks);
			left = left.filter(({ one }) => !isGone(one));
			await this.remove([...new Set([...marks, ...left.flatMap(({ values }) => values)])]);
		}
	}

	/** What the row must have of the events of this process, if others write it too. */
	private eventValues(): string[] {
		if (this.rules.of === 'payments' || !this.rules.isShared) return [];
		const { live, done } = this.memory;
		const running = [...live.values()].flatMap((one) => [...valuesOf(one), ...marksOf(one)]);
		return [...running, ...[...done.keys()].slice(-MAX_AGAIN)];
	}

	private begin({ claim, life, round }: Next, mark?: string): Try {
		return beginTry(claim, { isEvent: this.rules.of === 'events', life, round }, mark);
	}

	/** Marks what this process writes, if others write too. */
	private newMark(): string | undefined {
		return this.rules.isShared ? randomUUID() : undefined;
	}

	private async record(values: string[]): Promise<{ isNew: IsNew; isSure: boolean }> {
		let isSure = true;
		const added = await attempt(
			() => this.row.record(values),
			() => (isSure = false),
		);
		const set = new Set(added);
		return { isNew: (value) => set.has(value), isSure };
	}

	/** Records marks, and tells of which claims they were gone. */
	private async areGone(marks: string[]): Promise<(one: Try) => boolean> {
		if (marks.length === 0) return () => false;
		const { isNew } = await this.record(marks);
		return ({ mark }) => mark !== undefined && isNew(mark);
	}

	private async remove(values: string[]): Promise<void> {
		if (values.length > 0) await attempt(() => this.row.remove(values));
	}
}

/**
 * Makes up to four attempts. If two processes create a row at the same moment, n8n refuses the second.
 *
 * @param onDoubt called after a failed attempt, because it may have been carried out
 */
async function attempt<T>(work: () => Promise<T>, onDoubt = () => {}, left = MAX_ATTEMPTS): Promise<T> {
	return await work().catch(async (error: unknown) => {
		if (isUnsent(error) || left <= 1) throw error;
		onDoubt();
		await sleep(SETTLE_MS);
		return await attempt(work, onDoubt, left - 1);
	});
}
