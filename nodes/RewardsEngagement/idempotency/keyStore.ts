import { randomUUID } from 'node:crypto';

import { sleep } from 'n8n-workflow';

import type { Outcome } from '../errors/outcome';
import {
	inSet,
	marked,
	noteOf,
	printed,
	withRetries,
	SETTLE_MS,
	type ProcessedData,
} from '../host/processedData';
import { Turns } from '../shared/turns';

/**
 * What a claim found.
 * - `mine`: the key was free. The caller may send, and must call {@link KeyStore.settle} afterwards.
 * - `done`: the request was applied before
 * - `open`: a request began, and its outcome is unknown or not there yet
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

/** A key, and what came of its request. */
export type Ending = Claim & { outcome: Outcome };

/** Where the keys of a node are kept. */
export interface KeyData {
	/** Every key in use, with its fingerprint. There are many, so a change rewrites much. */
	keys: ProcessedData;
	/** A note for each open key. There are few: the note goes when the outcome is known. */
	notes: ProcessedData;
}

/**
 * How many values n8n keeps for a node. It forgets the oldest first. A key with a fingerprint counts twice. n8n keeps 10,000
 * executions by default, so keys outlive the executions that a person can retry.
 */
export const MAX_KEYS = 50_000;

const MAX_ROUNDS = 5;

/**
 * The journal of a node in n8n's store: which keys have begun, and which are done. A claim writes the note first and then
 * the key. The note goes when the outcome is known. So a process that ends at any point leaves an open key or a free one,
 * and never a key that looks done.
 *
 * If several processes share the store, the note decides who has a key. It is recorded with a mark of the claim, and looked
 * at again after a pause. When two processes write at the same moment, only the mark of the later one is left.
 */
export class KeyStore {
	private readonly turns = new Turns();

	/** Claimed in this process and not settled yet. */
	private readonly live = new Set<string>();

	/**
	 * Claims several different keys. Returns what it found, in the same order.
	 *
	 * @param isShared whether other processes may claim too
	 * @throws what the store throws after several attempts. Send nothing then.
	 */
	async claim(claims: readonly Claim[], data: KeyData, isShared = false): Promise<KeyClaim[]> {
		return await this.turns.take(async () => {
			const states = await find(claims, data, isShared, (state) => state === 'mine');
			states.forEach((state, index) => state === 'mine' && this.live.add((claims[index] as Claim).key));
			return states;
		});
	}

	/**
	 * Records what came of claimed keys. `applied` is done, `notApplied` frees the key, and `unknown` leaves it open.
	 *
	 * @throws what the store throws after several attempts. The keys then stay open.
	 */
	async settle(endings: readonly Ending[], data: KeyData, isShared = false): Promise<void> {
		const free = endings.filter(({ outcome }) => outcome === 'notApplied');
		const done = await this.turns.take(async () => {
			try {
				const kept = endings.filter(({ outcome }) => outcome !== 'notApplied');
				const there = isShared ? await putBack(kept, data.keys) : keysOf(kept);
				const applied = keysOf(kept.filter(({ outcome }) => outcome === 'applied')).filter(inSet(there));
				await forget(data, free.flatMap(valuesOf), [...applied, ...keysOf(free)], isShared);
				return applied;
			} finally {
				for (const { key } of endings) this.live.delete(key);
			}
		});
		if (!isShared || done.length === 0) return;
		// A process that had read the row before may have written a note back.
		await sleep(SETTLE_MS);
		await this.turns.take(async () => await data.notes.remove(done.map(noteOf))).catch(() => undefined);
	}

	/** What a claim of several different keys would find. The store stays as it was. */
	async foresee(claims: readonly Claim[], data: KeyData, isShared = false): Promise<KeyClaim[]> {
		return await this.turns.take(async () => await find(claims, data, isShared, () => false));
	}

	/** Whether an item of this process holds the key now. */
	isLive(key: string): boolean {
		return this.live.has(key);
	}

	/** The state of a key. */
	async look(key: string, data: KeyData, isShared = false): Promise<KeyState> {
		return await this.turns.take(async () => await stateOf(key, data, isShared));
	}

	/** Frees a key, and returns the state that it had. A key in use stays. */
	async release(key: string, data: KeyData, isShared = false): Promise<KeyState | 'inUse'> {
		return await this.turns.take(async () => {
			if (this.live.has(key)) return 'inUse';
			const state = await stateOf(key, data, isShared);
			if (state !== 'none') await forget(data, [key], [key], isShared);
			return state;
		});
	}

	/** Marks an open key as done, and says how it stood. One that nothing was sent under is not made. */
	async confirm(key: string, data: KeyData, isShared = false): Promise<KeyState | 'inUse'> {
		const stood = await this.turns.take(async () => {
			if (this.live.has(key)) return 'inUse';
			const state = await stateOf(key, data, isShared);
			if (state !== 'open') return state;
			// The note may have outlived the key: without the key it would be free once the note goes.
			await withRetries(data.keys).record([key]);
			this.live.add(key);
			return state;
		});
		if (stood === 'open') await this.settle([{ key, outcome: 'applied' }], data, isShared);
		return stood;
	}
}

function keysOf(claims: readonly Claim[]): string[] {
	return claims.map(({ key }) => key);
}

function valuesOf({ key, fingerprint }: Claim): string[] {
	return [key, ...(fingerprint === undefined ? [] : [printed(key, fingerprint)])];
}

async function stateOf(key: string, data: KeyData, isShared: boolean): Promise<KeyState> {
	const [state] = await find([{ key }], data, isShared, () => false);
	return state === 'mine' ? 'none' : state === 'done' ? 'done' : 'open';
}

/**
 * Records keys, and returns the state that each had. The store cannot be read without recording.
 *
 * @param stays whether a key of that state stays recorded
 */
async function find(
	claims: readonly Claim[],
	data: KeyData,
	isShared: boolean,
	stays: (state: KeyClaim) => boolean,
): Promise<KeyClaim[]> {
	const noted = await note(keysOf(claims), data.notes, isShared);
	// Another process may be about to record a key that it has noted.
	const asked = isShared ? claims.filter(({ key }) => noted.has(key)) : claims;
	let isSure = true;
	const keys = withRetries(data.keys, () => (isSure = false));
	const record = async () =>
		await keys.record(asked.flatMap(valuesOf)).catch(async (error: unknown) => {
			if (isSure) await forget(data, [], [...noted], isShared).catch(() => undefined);
			throw error;
		});
	const isNew = inSet(asked.length === 0 ? [] : await record());
	const found = claims.map((claim) => {
		const { key, fingerprint } = claim;
		const isOurs = noted.has(key);
		// A note without a key: a process ended before it recorded the key, or n8n forgot the key.
		if (isNew(key)) return { claim, state: isOurs ? 'mine' : 'open' } as const;
		const isConflict = fingerprint !== undefined && isNew(printed(key, fingerprint));
		// An attempt that failed may have recorded the key.
		return { claim, state: isConflict ? 'conflict' : isOurs && isSure ? 'done' : 'open' } as const;
	});
	const gone = found.filter(({ state }) => !stays(state));
	const values = gone.flatMap(({ claim }) => valuesOf(claim)).filter(isNew);
	const known = gone.filter(({ claim, state }) => noted.has(claim.key) && state !== 'open');
	await forget(data, values, keysOf(known.map(({ claim }) => claim)), isShared);
	return found.map(({ state }) => state);
}

/** Notes that keys are open. Returns those that had no note. */
async function note(keys: string[], store: ProcessedData, isShared: boolean): Promise<ReadonlySet<string>> {
	const notes = withRetries(store);
	if (isShared) return await noteAmongOthers(keys, notes);
	const isNew = inSet(await notes.record(keys.map(noteOf)));
	return new Set(keys.filter((key) => isNew(noteOf(key))));
}

/**
 * Notes that keys are open while other processes may write over it. A note of another claim goes soon if that claim finds
 * the key done, so this waits a while. A note that was written over in every round belongs to no claim, and stays.
 */
async function noteAmongOthers(keys: readonly string[], notes: ProcessedData): Promise<ReadonlySet<string>> {
	const ours = new Set<string>();
	/** The mark that was recorded together with our note. */
	const withNote = new Map<string, string>();
	const marks = new Set<string>();
	const mark = randomUUID();
	for (let round = 0; ours.size < keys.length && round <= MAX_ROUNDS; round++) {
		if (round > 0) await sleep(SETTLE_MS);
		const asked = keys.filter((key) => !ours.has(key));
		const ownOf = new Map(asked.map((key) => [key, withNote.get(key) ?? marked(key, `${mark} ${round}`)]));
		const isMissing = inSet(await notes.record([...ownOf].flatMap(([key, own]) => [noteOf(key), own])));
		for (const [key, own] of ownOf) {
			marks.add(own);
			if (isMissing(noteOf(key))) withNote.set(key, own);
			else if (withNote.has(key) && !isMissing(own)) ours.add(key);
			else withNote.delete(key);
		}
	}
	await notes.remove([...marks]);
	return ours;
}

/**
 * Removes values of keys, and after them notes: a key without its note counts as done. If others use the store, the values
 * go twice, because a process that had read the row before may have written them back.
 */
async function forget(data: KeyData, values: string[], keys: string[], isShared: boolean): Promise<void> {
	const stored = withRetries(data.keys);
	if (values.length > 0) await stored.remove(values);
	if (values.length > 0 && isShared) {
		await sleep(SETTLE_MS);
		await stored.remove(values);
	}
	if (keys.length > 0) await withRetries(data.notes).remove(keys.map(noteOf));
}

/**
 * Records keys again that another process has written over since their claim.
 *
 * @returns those that were there at the last look
 */
async function putBack(claims: readonly Claim[], store: ProcessedData): Promise<string[]> {
	const keys = withRetries(store);
	let missing = claims;
	for (let round = 0; missing.length > 0 && round <= MAX_ROUNDS; round++) {
		if (round > 0) await sleep(SETTLE_MS);
		const isNew = inSet(await keys.record(missing.flatMap(valuesOf)));
		missing = missing.filter((claim) => valuesOf(claim).some(isNew));
	}
	return keysOf(claims.filter((claim) => !missing.includes(claim)));
}
