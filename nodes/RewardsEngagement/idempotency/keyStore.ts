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
	Turns,
	type ProcessedData,
} from '../host/processedData';

/**
 * What a claim found.
 * - `mine`: nobody had the key; the caller may send, and must call {@link KeyStore.settle} after it
 * - `done`: what the key stands for was done before
 * - `open`: somebody began and it is not known how it ended, or it still goes on
 * - `conflict`: the key was used for another request
 */
export type KeyClaim = 'mine' | 'done' | 'open' | 'conflict';

/** How a key stands that nobody claims. */
export type KeyState = 'done' | 'open' | 'none';

/** A key, with the fingerprint of the request it is used for where the key itself does not hold it. */
export interface Claim {
	key: string;
	fingerprint?: string;
}

/** Where the keys of a node are kept. */
export interface KeyData {
	/** Every key that was used, with its fingerprint. Many, so that each change rewrites much. */
	keys: ProcessedData;
	/** Of keys that are open, a note that they are. Few: all but those of unknown outcome go when their run has ended. */
	notes: ProcessedData;
}

/**
 * How many keys n8n keeps for one node; the oldest go first. A user's key, kept with the fingerprint of its request,
 * counts twice. So they outlive the executions that could be retried: of those n8n keeps 10,000, unless told.
 */
export const MAX_KEYS = 50_000;

const MAX_ROUNDS = 5;

/**
 * The keys of one node. Before a request is sent, a note is recorded that its key is open, and then the key; the note
 * goes when the request is known to be done. So whatever interrupts a run, even the end of the process, leaves an open
 * key, and nothing is sent twice. n8n rewrites a whole row of what it keeps with each of these steps, so each step takes
 * many keys, and the notes, which come and go, have a row of their own.
 *
 * Where several processes share the store, the note decides who has a key: it is recorded with a mark of the claim, and
 * looked at again after a pause. Of two that wrote at the same moment, only the mark of the later one is there.
 */
export class KeyStore {
	private readonly turns = new Turns();

	/** Claimed in this process and not settled. */
	private readonly live = new Set<string>();

	/**
	 * Claims several keys, each another, and gives what was found in their order.
	 *
	 * @param isShared whether other processes may be claiming too
	 * @throws what the store throws, when it keeps failing; nothing may be sent then
	 */
	async claim(claims: readonly Claim[], data: KeyData, isShared = false): Promise<KeyClaim[]> {
		return await this.turns.take(async () => {
			const noted = await note(claims, data.notes, isShared);
			// Another process may be about to record a key that it has noted.
			const asked = isShared ? claims.filter(({ key }) => noted.has(key)) : claims;
			const states = await compare(asked, data, { noted, isShared, stays: (own) => own === 'mine' });
			for (const [key, state] of states) if (state === 'mine') this.live.add(key);
			return claims.map(({ key }) => states.get(key) ?? 'open');
		});
	}

	/**
	 * Records how the requests of claimed keys ended: done; surely not done, which frees the key; or unknown, which
	 * leaves it open. Where the store fails it is tried again within the same turn, so that nothing is freed under somebody
	 * who has claimed it since.
	 *
	 * @param isShared whether other processes use the store
	 * @throws what the store throws, when it keeps failing; the keys then stay open
	 */
	async settle(
		endings: ReadonlyArray<Claim & { outcome: Outcome }>,
		data: KeyData,
		isShared = false,
	): Promise<void> {
		const applied = endings.filter(({ outcome }) => outcome === 'applied');
		const free = endings.filter(({ outcome }) => outcome === 'notApplied');
		const done = await this.turns.take(async () => {
			try {
				const kept = isShared ? await putBack(applied, data.keys) : applied;
				const noted = [...kept, ...free].map(({ key }) => key);
				const lasting = { keys: withRetries(data.keys), notes: withRetries(data.notes) };
				await forget(lasting, free.flatMap(valuesOf), noted, isShared);
				return kept.map(({ key }) => key);
			} finally {
				for (const { key } of endings) this.live.delete(key);
			}
		});
		if (!isShared || done.length === 0) return;
		// Another process that had read the row before may have written a note back: the key would count as open for ever.
		await sleep(SETTLE_MS);
		// All is recorded: where this fails, what was freed must not be freed again under somebody else.
		await this.turns.take(async () => await forget(data, [], done)).catch(() => undefined);
	}

	/**
	 * What claims of several keys, each another, would find. Nothing of it stays in the store.
	 *
	 * @param isShared whether other processes may be using it too
	 */
	async foresee(claims: readonly Claim[], data: KeyData, isShared = false): Promise<KeyClaim[]> {
		return await this.turns.take(async () => {
			const noted = await note(claims, data.notes, false);
			const states = await compare(claims, data, { noted, isShared, stays: () => false });
			return claims.map(({ key }) => states.get(key) ?? 'open');
		});
	}

	/** Whether an item of this process holds the key right now. */
	isLive(key: string): boolean {
		return this.live.has(key);
	}

	/** How a key stands. */
	async look(key: string, data: KeyData, isShared = false): Promise<KeyState> {
		return await this.turns.take(async () => await currentState(key, data, isShared));
	}

	/** Frees a key, and says how it stood. One that is in use stays: an item of this process holds it by the time of its turn. */
	async release(key: string, data: KeyData, isShared = false): Promise<KeyState | 'inUse'> {
		return await this.turns.take(async () => {
			if (this.live.has(key)) return 'inUse';
			const stood = await currentState(key, data, isShared);
			if (stood !== 'none') await forget(data, [key], [key], isShared);
			return stood;
		});
	}
}

function valuesOf({ key, fingerprint }: Claim): string[] {
	return [key, ...(fingerprint === undefined ? [] : [printed(key, fingerprint)])];
}

/** Notes that the keys are open. Gives those of which no note was there. */
async function note(
	claims: readonly Claim[],
	store: ProcessedData,
	isShared: boolean,
): Promise<ReadonlySet<string>> {
	const notes = withRetries(store);
	const keys = claims.map(({ key }) => key);
	if (isShared) return await noteAmongOthers(keys, notes);
	const isNew = inSet(await notes.record(keys.map(noteOf)));
	return new Set(keys.filter((key) => isNew(noteOf(key))));
}

/**
 * The same where other processes may be writing over it. A note of another claim is waited for a while, as it goes at once
 * where that claim finds the key done. One that had to be written anew at every look belongs to nobody, and stays.
 */
async function noteAmongOthers(keys: readonly string[], notes: ProcessedData): Promise<ReadonlySet<string>> {
	const ours = new Set<string>();
	/** The mark that was recorded together with our note. */
	const withNote = new Map<string, string>();
	const marks = new Set<string>();
	const mark = randomUUID();
	let undecided = keys;
	for (let round = 0; undecided.length > 0 && round <= MAX_ROUNDS; round++) {
		if (round > 0) await sleep(SETTLE_MS);
		const asked = undecided.map((key) => ({
			key,
			own: withNote.get(key) ?? marked(key, `${mark} ${round}`),
		}));
		const isMissing = inSet(await notes.record(asked.flatMap(({ key, own }) => [noteOf(key), own])));
		for (const { key, own } of asked) {
			marks.add(own);
			if (isMissing(noteOf(key))) withNote.set(key, own);
			// Of two that wrote at the same moment, only the mark of the later one is there.
			else if (withNote.has(key) && !isMissing(own)) ours.add(key);
			else withNote.delete(key);
		}
		undecided = undecided.filter((key) => !ours.has(key));
	}
	await notes.remove([...marks]);
	return ours;
}

interface Comparing {
	/** Keys of which the note is ours. */
	noted: ReadonlySet<string>;
	isShared: boolean;
	/** Whether what was recorded of a key stays, by how it stood. */
	stays: (state: KeyClaim) => boolean;
}

/**
 * Records keys, and tells how they stood. Of those that do not stay, nothing is left, and no note of ours; nor is of any
 * where it fails, but for what may have been recorded.
 */
async function compare(
	claims: readonly Claim[],
	data: KeyData,
	{ noted, isShared, stays }: Comparing,
): Promise<ReadonlyMap<string, KeyClaim>> {
	if (claims.length === 0) return new Map();
	let fresh: string[] = [];
	let isSure = true;
	const keys = withRetries(data.keys, () => (isSure = false));
	const work = async () => {
		fresh = await keys.record(claims.flatMap(valuesOf));
		const isNew = inSet(fresh);
		const states = new Map(claims.map((claim) => [claim.key, stateOf(claim, isNew, noted, isSure)]));
		const gone = claims.filter(({ key }) => !stays(states.get(key) as KeyClaim));
		await forget(
			data,
			gone.flatMap(valuesOf).filter(isNew),
			// Of a key in doubt the note stays.
			gone.map(({ key }) => key).filter((key) => noted.has(key) && states.get(key) !== 'open'),
			isShared,
		);
		return states;
	};
	return await work().catch(async (error: unknown) => {
		// Of a key that a try may have recorded the note stays: nobody knows whether it was there before.
		const isGone = isSure ? () => true : inSet(fresh);
		await forget(data, fresh, [...noted].filter(isGone), isShared).catch(() => undefined);
		throw error;
	});
}

/** @param isSure whether it was recorded at the first try: else a try that failed may have recorded what is not new */
function stateOf(
	{ key, fingerprint }: Claim,
	isNew: (value: string) => boolean,
	noted: ReadonlySet<string>,
	isSure: boolean,
): KeyClaim {
	// A note without a key: somebody was interrupted before the request, or the key is so old that n8n forgot it.
	if (isNew(key)) return noted.has(key) ? 'mine' : 'open';
	if (fingerprint !== undefined && isNew(printed(key, fingerprint))) return 'conflict';
	return noted.has(key) && isSure ? 'done' : 'open';
}

/**
 * Removes values of keys, and after them notes: a key without its note would count as done. So where others use the store,
 * the values go twice: another process that had read the row before may have written them back.
 */
async function forget(
	data: KeyData,
	values: string[],
	noted: readonly string[],
	isShared = false,
): Promise<void> {
	if (values.length > 0) await data.keys.remove(values);
	if (values.length > 0 && isShared) {
		await sleep(SETTLE_MS);
		await data.keys.remove(values);
	}
	if (noted.length > 0) await data.notes.remove(noted.map(noteOf));
}

/**
 * Records keys again which another process, that had read the row before their claim, may have written over. Gives those
 * that were there when they were looked at last.
 */
async function putBack(claims: readonly Claim[], store: ProcessedData): Promise<readonly Claim[]> {
	const keys = withRetries(store);
	let missing = claims;
	for (let round = 0; missing.length > 0 && round <= MAX_ROUNDS; round++) {
		if (round > 0) await sleep(SETTLE_MS);
		const isNew = inSet(await keys.record(missing.flatMap(valuesOf)));
		missing = missing.filter((claim) => valuesOf(claim).some(isNew));
	}
	const isLost = new Set(missing);
	return claims.filter((claim) => !isLost.has(claim));
}

/** The store cannot be asked without recording. */
async function currentState(key: string, data: KeyData, isShared: boolean): Promise<KeyState> {
	const noted = await note([{ key }], data.notes, isShared);
	if (!noted.has(key)) return 'open';
	const states = await compare([{ key }], data, { noted, isShared, stays: () => false });
	const found = states.get(key);
	return found === 'mine' ? 'none' : found === 'done' ? 'done' : 'open';
}
