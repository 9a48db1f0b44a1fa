import { sleep } from 'n8n-workflow';

import type { Outcome } from '../errors/outcome';
import { inSet, marked, noteOf, withRetries, SETTLE_MS, Turns, type ProcessedData } from './processedData';

/**
 * What a claim found.
 * - `mine`: nobody had the key; the caller may send, and must call {@link KeyStore.settle} after it
 * - `done`: what the key stands for was done before
 * - `open`: somebody began and it is not known how it ended, or it still goes on
 * - `conflict`: the key was used for another request
 */
export type KeyClaim = 'mine' | 'done' | 'open' | 'conflict';

/** How a key stands that nobody claims. */
export type Standing = 'done' | 'open' | 'none';

/** A key, with the fingerprint of the request it is used for where the key itself does not hold it. */
export interface Claim {
	key: string;
	fingerprint?: string;
}

/**
 * How many keys n8n keeps for one node; the oldest go first. A user's key, kept with the fingerprint of its request,
 * counts twice. So they outlive the executions that could be retried: of those n8n keeps 10,000, unless told.
 */
export const MAX_KEYS = 50_000;

const MAX_ROUNDS = 5;

/**
 * The keys of one node. A key is recorded before its request is sent, together with a note that it is open; the note
 * goes when the request is known to be done. So whatever interrupts a run, even the end of the process, leaves an open
 * key, and nothing is sent twice. n8n rewrites all it keeps for the node with each of these steps, so each step takes
 * many keys.
 *
 * Where several processes share the store, a claim leaves a mark of its own and looks again after a pause: of two that
 * wrote at the same moment, only the mark of the later one is there.
 */
export class KeyStore {
	private readonly turns = new Turns();

	/** Claimed in this process and not settled. */
	private readonly live = new Set<string>();

	/**
	 * Claims several keys, each another, and gives what was found in their order.
	 *
	 * @param mark a text that no other run has, where other processes may be claiming too
	 * @throws what the store throws, when it keeps failing; nothing may be sent then
	 */
	async claim(claims: readonly Claim[], anyStore: ProcessedData, mark?: string): Promise<KeyClaim[]> {
		const store = withRetries(anyStore);
		return await this.turns.take(async () => {
			// The key comes first in the row, so that it is not forgotten later than what belongs to it.
			const values = claims.flatMap((claim) => [...valuesOf(claim), ...marksOf([claim], mark)]);
			const isNew = inSet(await store.record(values));
			const found = claims.map((claim) => standingOf(claim, isNew));
			const known = claims.filter((_claim, index) => found[index] !== 'mine');
			const left = [...known.flatMap((claim) => added(claim, isNew)), ...marksOf(known, mark)];
			if (left.length > 0) await store.remove(left);
			const fresh = claims.filter((_claim, index) => found[index] === 'mine');
			const decided = mark === undefined ? undefined : await this.lookAgain(fresh, store, mark);
			const standings = found.map((standing, index) =>
				standing === 'mine' ? (decided?.get((claims[index] as Claim).key) ?? standing) : standing,
			);
			claims.forEach(({ key }, index) => standings[index] === 'mine' && this.live.add(key));
			return standings;
		});
	}

	/**
	 * Records how the requests of claimed keys ended: done; surely not done, which frees the key; or unknown, which
	 * leaves it open.
	 *
	 * @param mark the mark they were claimed with
	 */
	async settle(
		endings: ReadonlyArray<Claim & { outcome: Outcome }>,
		anyStore: ProcessedData,
		mark?: string,
	): Promise<void> {
		for (const { key } of endings) this.live.delete(key);
		const kept = endings.filter(({ outcome }) => outcome !== 'notApplied');
		const left = endings.flatMap((ending) => {
			if (ending.outcome === 'unknown') return [];
			return ending.outcome === 'applied' ? [noteOf(ending.key)] : valuesOf(ending);
		});
		left.push(...marksOf(endings, mark));
		const store = withRetries(anyStore);
		await this.turns.take(async () => {
			// Another process that had read the row before the claim may have written it back without the key.
			if (mark !== undefined && kept.length > 0) await store.record(kept.flatMap(valuesOf));
			if (left.length > 0) await store.remove(left);
		});
	}

	/** Whether an item of this process holds the key right now. */
	isLive(key: string): boolean {
		return this.live.has(key);
	}

	/** How a key stands. */
	async look(key: string, store: ProcessedData): Promise<Standing> {
		return await this.turns.take(async () => await standing(key, store));
	}

	/** Frees a key, and says how it stood. */
	async release(key: string, store: ProcessedData): Promise<Standing> {
		return await this.turns.take(async () => {
			const stood = await standing(key, store);
			if (stood !== 'none') await store.remove(valuesOf({ key }));
			return stood;
		});
	}

	/** Of the keys that several processes may have claimed at the same moment, how they stand. */
	private async lookAgain(
		fresh: readonly Claim[],
		store: ProcessedData,
		mark: string,
	): Promise<Map<string, KeyClaim>> {
		const decided = new Map<string, KeyClaim>();
		let undecided = fresh;
		for (let round = 1; undecided.length > 0 && round <= MAX_ROUNDS; round++) {
			await sleep(SETTLE_MS);
			const values = undecided.flatMap((claim) => [...valuesOf(claim), ...marksOf([claim], mark)]);
			const isMissing = inSet(await store.record(values));
			for (const { key } of undecided) {
				if (!isMissing(marked(key, mark))) decided.set(key, 'mine');
				// Another claim wrote later; without its note it has even ended since.
				else if (!isMissing(key)) decided.set(key, isMissing(noteOf(key)) ? 'done' : 'open');
			}
			// With neither key nor mark, somebody wrote an older row over both; they were recorded anew just now.
			undecided = undecided.filter(({ key }) => !decided.has(key));
		}
		for (const { key } of undecided) decided.set(key, 'open');
		const lost = fresh.filter(({ key }) => decided.get(key) !== 'mine');
		const done = lost.filter(({ key }) => decided.get(key) === 'done');
		const left = [...marksOf(lost, mark), ...done.map(({ key }) => noteOf(key))];
		if (left.length > 0) await store.remove(left);
		return decided;
	}
}

function valuesOf({ key, fingerprint }: Claim): string[] {
	return [key, ...(fingerprint === undefined ? [] : [printed(key, fingerprint)]), noteOf(key)];
}

function marksOf(claims: readonly Claim[], mark: string | undefined): string[] {
	return mark === undefined ? [] : claims.map(({ key }) => marked(key, mark));
}

function standingOf({ key, fingerprint }: Claim, isNew: (value: string) => boolean): KeyClaim {
	if (isNew(key)) return 'mine';
	if (fingerprint !== undefined && isNew(printed(key, fingerprint))) return 'conflict';
	return isNew(noteOf(key)) ? 'done' : 'open';
}

/** What the claim of a key that was there has added to it. */
function added(claim: Claim, isNew: (value: string) => boolean): string[] {
	return valuesOf(claim).filter(isNew);
}

/** The store cannot be asked without recording. */
async function standing(key: string, store: ProcessedData): Promise<Standing> {
	const values = valuesOf({ key });
	const isNew = inSet(await withRetries(store).record(values));
	const left = values.filter(isNew);
	if (left.length > 0) await store.remove(left);
	if (isNew(key)) return 'none';
	return isNew(noteOf(key)) ? 'done' : 'open';
}

/** The entry which says what request a key is used for. */
function printed(key: string, fingerprint: string): string {
	return `${key} for ${fingerprint}`;
}
