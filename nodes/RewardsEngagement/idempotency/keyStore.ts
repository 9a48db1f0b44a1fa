import { randomUUID } from 'node:crypto';

import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { unsentProblem, type Outcome } from '../errors';
import { isShared } from '../host/process';
import {
	inSet,
	marked,
	noteOf,
	printed,
	processedDataOf,
	rowAsideOf,
	withRetries,
	SETTLE_MS,
	type ProcessedData,
} from '../host/processedData';
import { processMemory } from '../host/processMemory';
import { Mutex } from '../shared/mutex';

/**
 * The result of a claim.
 * - `mine`: the key was free. The caller may send, and must call {@link KeyStore.settle} afterwards.
 * - `done`: the request was applied before
 * - `open`: a request began, and its outcome is unknown or not known yet
 * - `conflict`: the key was used for another request
 */
export type KeyClaim = 'mine' | 'done' | 'open' | 'conflict';

/** The state of a key, without a claim. */
export type KeyState = 'done' | 'open' | 'none';

/** A key. A user's own key has the fingerprint of the request too. */
export interface Claim {
	key: string;
	fingerprint?: string;
}

/** A key with the outcome of its request. */
export type Ending = Claim & { outcome: Outcome };

/** The stores for the keys of a node. */
export interface KeyData {
	/** All keys in use, with their fingerprints. There are many, so a change rewrites much. */
	keys: ProcessedData;
	/** A note for each open key. There are few, since a note is removed when the outcome is known. */
	notes: ProcessedData;
}

/** How many values n8n keeps for a node. A key with a fingerprint counts as two. n8n drops the oldest first. */
export const MAX_KEYS = 50_000;

/** Few rows, because a run claims many keys at once. More than one row, because an event often pays only once. */
const ROWS = 4;

const MAX_ROUNDS = 5;

/** The keys of a node as far as this process knows them. */
export class LiveKeys {
	readonly mutex = new Mutex();
	/** Claimed in this process and not settled yet. */
	readonly live = new Set<string>();
}

const processWide = processMemory('keys', () => new Map<string, LiveKeys>());

/**
 * The journal of a node in n8n's store: which keys have begun, and which are done. A claim writes the note first and
 * then the key. The note is removed when the outcome is known. So a process that ends at any point leaves an open key
 * or a free key, and never a key that looks done.
 *
 * If several processes share the store, the note decides who has a key. It is recorded with a mark of the claim, and
 * checked again after a pause. When two processes write at the same moment, only the later mark is left.
 *
 * Its methods throw the error of the store after several attempts.
 */
export class KeyStore {
	private readonly keys: ProcessedData;
	private readonly notes: ProcessedData;
	/**
	 * Whether the last recording of keys was carried out exactly once. A failed attempt may have been carried out
	 * too.
	 */
	private isSure = true;

	/** @param isShared whether other processes use the data too */
	constructor(
		data: KeyData,
		readonly isShared: boolean,
		private readonly process = new LiveKeys(),
	) {
		this.keys = withRetries(data.keys, () => (this.isSure = false));
		this.notes = withRetries(data.notes);
	}

	/**
	 * The journal of a node of the workflow. n8n keeps it for that node alone.
	 *
	 * @param context of that node
	 * @throws {Problem} if the workflow was not saved
	 */
	static of(context: IExecuteFunctions): KeyStore {
		const { id } = context.getWorkflow();
		if (!id)
			throw unsentProblem('Not sent: a key needs a saved workflow', 'Save the workflow, then run it again.');
		const name = `${id} ${context.getNode().id}`;
		const process = processWide.get(name) ?? new LiveKeys();
		processWide.set(name, process);
		const areShared = isShared(context);
		const keeping = { mostValues: MAX_KEYS, isAlone: !areShared };
		const keys = processedDataOf(context, { ...keeping, rows: ROWS });
		return new KeyStore({ keys, notes: rowAsideOf(context, 'open', keeping) }, areShared, process);
	}

	/** Claims several different keys. Returns the results in the same order. Send nothing if it throws. */
	async claim(claims: readonly Claim[]): Promise<KeyClaim[]> {
		return await this.process.mutex.run(async () => {
			const states = await this.find(claims, (state) => state === 'mine');
			claims.forEach(({ key }, index) => states[index] === 'mine' && this.process.live.add(key));
			return states;
		});
	}

	/**
	 * Records the outcomes of claimed keys: `applied` is done, `notApplied` frees the key, and `unknown` leaves it
	 * open.
	 */
	async settle(endings: readonly Ending[]): Promise<void> {
		const free = endings.filter(({ outcome }) => outcome === 'notApplied');
		const kept = endings.filter(({ outcome }) => outcome !== 'notApplied');
		const done = await this.process.mutex.run(async () => {
			try {
				const there = inSet(this.isShared ? await this.putBack(kept) : keysOf(kept));
				const applied = keysOf(kept.filter(({ outcome }) => outcome === 'applied')).filter(there);
				await this.forget(free.flatMap(valuesOf), [...applied, ...keysOf(free)]);
				return applied;
			} finally {
				for (const { key } of endings) this.process.live.delete(key);
			}
		});
		if (!this.isShared || done.length === 0) return;
		// A process that had read the row earlier may have written a note back.
		await sleep(SETTLE_MS);
		await this.process.mutex.run(async () => await this.forget([], done)).catch(() => undefined);
	}

	/** Whether an item of this process is using the key now. */
	isLive(key: string): boolean {
		return this.process.live.has(key);
	}

	async look(key: string): Promise<KeyState> {
		return await this.process.mutex.run(async () => await this.stateOf(key));
	}

	/** Frees a key, and returns the state that it had. A key in use stays. */
	async release(key: string): Promise<KeyState | 'inUse'> {
		return await this.process.mutex.run(async () => {
			if (this.isLive(key)) return 'inUse';
			const state = await this.stateOf(key);
			if (state !== 'none') await this.forget([key], [key]);
			return state;
		});
	}

	/** Marks an open key as done, and returns the state that it had. Other keys are not changed. */
	async confirm(key: string): Promise<KeyState | 'inUse'> {
		const state = await this.process.mutex.run(async () => {
			if (this.isLive(key)) return 'inUse';
			const found = await this.stateOf(key);
			if (found !== 'open') return found;
			// n8n may have dropped the key, but not its note. Without both, the key would be free.
			await this.keys.record([key]);
			this.process.live.add(key);
			return found;
		});
		if (state === 'open') await this.settle([{ key, outcome: 'applied' }]);
		return state;
	}

	private async stateOf(key: string): Promise<KeyState> {
		const [state] = await this.find([{ key }], () => false);
		return state === 'mine' ? 'none' : state === 'done' ? 'done' : 'open';
	}

	/**
	 * Records keys, and returns the state that each had. The store cannot be read without recording.
	 *
	 * @param stays whether a key with that state stays recorded
	 */
	private async find(claims: readonly Claim[], stays: (state: KeyClaim) => boolean): Promise<KeyClaim[]> {
		const noted = await this.note(keysOf(claims));
		// Another process may be about to record a key that it has noted.
		const asked = this.isShared ? claims.filter(({ key }) => noted.has(key)) : claims;
		const isNew = inSet(await this.recordAll(asked.flatMap(valuesOf), noted));
		const found = claims.map((claim) => {
			const { key, fingerprint } = claim;
			const isOurs = noted.has(key);
			// A note without a key: a process ended before it recorded the key, or n8n dropped the key.
			if (isNew(key)) return { claim, state: isOurs ? 'mine' : 'open' } as const;
			const isConflict = fingerprint !== undefined && isNew(printed(key, fingerprint));
			return { claim, state: isConflict ? 'conflict' : isOurs && this.isSure ? 'done' : 'open' } as const;
		});
		const gone = found.filter(({ state }) => !stays(state));
		const known = gone.filter(({ claim, state }) => noted.has(claim.key) && state !== 'open');
		const values = gone.flatMap(({ claim }) => valuesOf(claim)).filter(isNew);
		await this.forget(values, keysOf(known.map(({ claim }) => claim)));
		return found.map(({ state }) => state);
	}

	private async recordAll(values: string[], noted: ReadonlySet<string>): Promise<string[]> {
		this.isSure = true;
		if (values.length === 0) return [];
		return await this.keys.record(values).catch(async (error: unknown) => {
			if (this.isSure) await this.forget([], [...noted]).catch(() => undefined);
			throw error;
		});
	}

	/** Notes that keys are open. Returns those that had no note. */
	private async note(keys: string[]): Promise<ReadonlySet<string>> {
		if (this.isShared) return await this.noteAmongOthers(keys);
		const isNew = inSet(await this.notes.record(keys.map(noteOf)));
		return new Set(keys.filter((key) => isNew(noteOf(key))));
	}

	/**
	 * Notes that keys are open while other processes may overwrite the notes. Another claim removes its note soon if
	 * it finds the key done, so this waits a while. A note that was overwritten in every round belongs to no claim,
	 * and stays.
	 */
	private async noteAmongOthers(keys: readonly string[]): Promise<ReadonlySet<string>> {
		const ours = new Set<string>();
		/** The mark that was recorded together with our note. */
		const withNote = new Map<string, string>();
		const marks = new Set<string>();
		const mark = randomUUID();
		for (let round = 0; ours.size < keys.length && round <= MAX_ROUNDS; round++) {
			if (round > 0) await sleep(SETTLE_MS);
			const asked = keys.filter((key) => !ours.has(key));
			const ownOf = new Map(asked.map((key) => [key, withNote.get(key) ?? marked(key, `${mark} ${round}`)]));
			const isMissing = inSet(
				await this.notes.record([...ownOf].flatMap(([key, own]) => [noteOf(key), own])),
			);
			for (const [key, own] of ownOf) {
				marks.add(own);
				if (isMissing(noteOf(key))) withNote.set(key, own);
				else if (withNote.has(key) && !isMissing(own)) ours.add(key);
				else withNote.delete(key);
			}
		}
		await this.notes.remove([...marks]);
		return ours;
	}

	/**
	 * Removes values of keys, and then notes, because a key without its note counts as done. If other processes use
	 * the store, it removes the values twice: a process that had read the row earlier may have written them back.
	 */
	private async forget(values: string[], keys: readonly string[]): Promise<void> {
		for (let left = values.length === 0 ? 0 : this.isShared ? 2 : 1; left > 0; left--) {
			await this.keys.remove(values);
			if (left > 1) await sleep(SETTLE_MS);
		}
		if (keys.length > 0) await this.notes.remove(keys.map(noteOf));
	}

	/** Records keys again that another process has overwritten. Returns those that were there at the last check. */
	private async putBack(claims: readonly Claim[]): Promise<string[]> {
		let missing = claims;
		for (let round = 0; missing.length > 0 && round <= MAX_ROUNDS; round++) {
			if (round > 0) await sleep(SETTLE_MS);
			const isNew = inSet(await this.keys.record(missing.flatMap(valuesOf)));
			missing = missing.filter((claim) => valuesOf(claim).some(isNew));
		}
		return keysOf(claims.filter((claim) => !missing.includes(claim)));
	}
}

function keysOf(claims: readonly Claim[]): string[] {
	return claims.map(({ key }) => key);
}

function valuesOf({ key, fingerprint }: Claim): string[] {
	return [key, ...(fingerprint === undefined ? [] : [printed(key, fingerprint)])];
}
