import { sleep } from 'n8n-workflow';

import type { Outcome } from '../errors/outcome';
import { inSet, marked, noteOf, withRetries, SETTLE_MS, Turns, type ProcessedData } from './processedData';

/**
 * What a claim found.
 * - `mine`: nobody had the key; the caller may send, and must call {@link KeyStore.settle} after it
 * - `done`: what the key stands for was done before
 * - `open`: somebody began and it is not known how it ended, or it still goes on
 */
export type KeyClaim = 'mine' | 'done' | 'open';

/** How many entries n8n keeps for one workflow; the oldest go first. */
export const MAX_KEYS = 50_000;

const MAX_ROUNDS = 5;

/**
 * The keys of one workflow. A key is recorded before its request is sent, together with a note that it is open; the
 * note goes when the request is known to be done. So whatever interrupts a run, even the end of the process, leaves an
 * open key, and nothing is sent twice.
 *
 * Where several processes share the store, a claim leaves a mark of its own and looks again after a pause: of two that
 * wrote at the same moment, only the mark of the later one is there.
 */
export class KeyStore {
	private readonly turns = new Turns();

	/**
	 * @param mark a text that no other claim has, where other processes may be claiming too
	 * @throws what the store throws, when it keeps failing; nothing may be sent then
	 */
	async claim(key: string, anyStore: ProcessedData, mark?: string): Promise<KeyClaim> {
		const store = withRetries(anyStore);
		return await this.turns.take(async () => {
			const marks = mark === undefined ? [] : [marked(key, mark)];
			const isNew = inSet(await store.record([key, noteOf(key), ...marks]));
			if (isNew(key)) return mark === undefined ? 'mine' : await this.decide(key, store, mark);
			const isDone = isNew(noteOf(key));
			const left = isDone ? [noteOf(key), ...marks] : marks;
			if (left.length > 0) await store.remove(left);
			return isDone ? 'done' : 'open';
		});
	}

	/**
	 * Records how the request of a claimed key ended: done; surely not done, which frees the key; or unknown, which
	 * leaves it open.
	 *
	 * @param mark the mark it was claimed with
	 */
	async settle(key: string, outcome: Outcome, store: ProcessedData, mark?: string): Promise<void> {
		const left = mark === undefined ? [] : [marked(key, mark)];
		if (outcome !== 'unknown') left.push(noteOf(key));
		if (outcome === 'notApplied') left.push(key);
		if (left.length > 0) await this.turns.take(async () => await store.remove(left));
	}

	/** Frees a key, whatever its standing, and says whether it was there. */
	async release(key: string, store: ProcessedData): Promise<boolean> {
		return await this.turns.take(async () => {
			// The store cannot be asked without recording.
			const isNew = inSet(await withRetries(store).record([key]));
			await store.remove([key, noteOf(key)]);
			return !isNew(key);
		});
	}

	private async decide(key: string, store: ProcessedData, mark: string): Promise<KeyClaim> {
		const own = marked(key, mark);
		for (let round = 1; round <= MAX_ROUNDS; round++) {
			await sleep(SETTLE_MS);
			const isMissing = inSet(await store.record([key, noteOf(key), own]));
			if (!isMissing(own)) return 'mine';
			// Another claim wrote later. With neither, somebody wrote an older row over both; they were recorded anew just now.
			if (!isMissing(key)) break;
		}
		await store.remove([own]);
		return 'open';
	}
}
