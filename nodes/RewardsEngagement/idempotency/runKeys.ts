import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isConflict, mayBeApplied, notRecorded } from './keyProblems';
import { toProblem, UNSENT, type Outcome, type Problem } from '../errors';
import { isShared } from '../host/process';
import { ExecutionData, occurrenceOf, runIndexOf, type FirstItem } from './executionData';
import { claimExecution } from './executionKey';
import { KeyStore, type Claim, type Ending, type KeyClaim } from './keyStore';

/** How many keys a run claims at a time. A process that dies leaves no more than these open. */
const CLAIMED_AT_A_TIME = 25;

/** A claim takes longer if other processes share the store. */
const CLAIMED_AMONG_OTHERS = 100;

/** An item that may be sent once. */
export interface KeyedItem {
	itemIndex: number;
	/** The key. If equal items may each be sent, it depends on the number of the item among them. */
	keyOf: (number: number) => string;
	/** Whether equal items may each be sent, distinguished by number. */
	isNumbered: boolean;
	/** The delivery of the item's event, see `ItemEvent`. Each delivery counts separately. */
	delivery: string;
	/** The fingerprint of the request, if the key does not contain it. */
	fingerprint?: string;
	/** The item has neither an event nor a key of the user. Only this execution and its retries can have its key. */
	isOwn?: boolean;
}

/** An item with its key. */
export interface PlacedItem extends Claim {
	itemIndex: number;
	isNumbered: boolean;
	/**
	 * Whether the data of the execution is its journal. Only this execution can have its key, and no person can
	 * release it.
	 */
	isHere: boolean;
	/** The occurrence that the item uses up in this execution. */
	occurrence: string;
}

/** What a claim found. Only an item that is `mine` may be sent. `first` is the item of this execution that was sent. */
export type Claimed = { state: 'mine' } | { state: 'done'; first?: FirstItem } | { problem: Problem };

/** The result of a claim by state in the data of the execution. */
const CLAIM = { none: 'mine', begun: 'open', stored: 'open', done: 'done' } as const;

/**
 * The keys of one run of the node.
 *
 * The key of an item depends only on the input of the run, and on earlier runs of the node in this execution. It does
 * not depend on the order of requests, or on failures. All state has one of these lifetimes:
 *
 * | State | Where | Lifetime | If n8n is killed |
 * |---|---|---|---|
 * | Results of items and members that were looked up, for *Retry On Fail* (`TryMemory`) | memory | until the execution ends | lost. The other rows decide. |
 * | Outcomes of the window that is being sent (`RunKeys`) | memory | one window | lost. The keys stay open. |
 * | Numbers of equal items, and what was sent and moved (`ExecutionData`) | data of the execution | as long as n8n keeps the execution. A wait and a retry get it. | lost, unless the execution waited before |
 * | Key of the execution (`executionKey`) | n8n's store | until n8n has saved the execution. That of a retry stays. | stays open. A retry sends nothing and reports `unknown`. |
 * | Keys of events and of *By Key* (`KeyStore`) | n8n's store | the last 25,000 or more per node | stay. Open keys count as unknown, done keys as done. |
 * | Keys of unknown outcome (`KeyStore`) | n8n's store | until you confirm or release them | stay open |
 */
export class RunKeys {
	/** Outcomes of requests that are not in the journal yet. */
	private endings: Ending[] = [];
	/** Keys without an event whose outcome is unknown. */
	private readonly unknown: Claim[] = [];
	/** The next number of equal items, by the occurrence of the first. Items of a dry run are counted apart. */
	private readonly numbers = new Map<string, number>();
	private readonly numbersShown = new Map<string, number>();
	/** Occurrences of a tool's call. */
	private readonly held = new Set<string>();
	private opened?: KeyStore;
	private execution?: { data: ExecutionData; runIndex: number };

	/**
	 * @param isTool whether the run is a call of a tool. It then has one item, and several calls may have one run
	 * index.
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isTool = false,
	) {}

	/** How many keys to claim at a time. */
	get mostAtATime(): number {
		return isShared(this.context) ? CLAIMED_AMONG_OTHERS : CLAIMED_AT_A_TIME;
	}

	/**
	 * Gives an item its key. Place each item of the input in order, in each try of the run. Equal items get the
	 * lowest numbers that no earlier run of the node used in this execution. An item that was applied, or found done,
	 * uses up its number.
	 *
	 * @param isShown whether it is only shown. It then takes no number from others.
	 */
	place(
		{ itemIndex, keyOf, isNumbered, delivery, fingerprint, isOwn = false }: KeyedItem,
		isShown = false,
	): PlacedItem {
		const { data, runIndex } = this.own;
		let key = keyOf(1);
		const first = occurrenceOf(key, delivery);
		if (!isNumbered) return { itemIndex, isNumbered, isHere: false, fingerprint, key, occurrence: first };
		const before = this.isTool ? Infinity : runIndex;
		const numbers = isShown ? this.numbersShown : this.numbers;
		let number = numbers.get(first) ?? 1;
		if (number > 1) key = keyOf(number);
		let occurrence = number === 1 ? first : occurrenceOf(key, delivery);
		while (data.isUsedBefore(occurrence, before) || data.held.has(occurrence)) {
			key = keyOf(++number);
			occurrence = occurrenceOf(key, delivery);
		}
		numbers.set(first, number + 1);
		if (this.isTool && !isShown) for (const held of [this.held, data.held]) held.add(occurrence);
		const isHere = isOwn && data.stateOf(key) !== 'stored';
		return { itemIndex, isNumbered, isHere, fingerprint, key, occurrence };
	}

	/**
	 * Claims different keys. Each claim ends with {@link end}, and then {@link settle}.
	 *
	 * @returns what was found, in the order of the items
	 */
	async claim(items: readonly PlacedItem[]): Promise<Claimed[]> {
		const stored = items.filter(({ isHere }) => !isHere);
		const states = stored.length > 0 ? await this.claimInStore(stored) : undefined;
		const found: Claimed[] = [];
		for (const item of items) {
			const state = states?.get(item) ?? (await this.claimHere(item));
			found.push(typeof state === 'string' ? this.claimed(item, state) : { problem: state });
		}
		return found;
	}

	/**
	 * Ends the claim of an item that was mine.
	 *
	 * @param json the result of an item that was applied
	 */
	end(item: PlacedItem, outcome: Outcome, json: IDataObject = {}): void {
		const { key, occurrence, itemIndex, isNumbered, isHere } = item;
		const { data, runIndex } = this.own;
		if (!isHere) this.endings.push({ ...item, outcome });
		else if (outcome === 'notApplied') data.note(key, 'none');
		else if (outcome === 'unknown') this.unknown.push({ key });
		if (outcome === 'applied')
			data.add(key, occurrence, { runIndex, itemIndex, json: isNumbered ? undefined : json });
	}

	/** Records the outcomes of claims in the journal. */
	async settle(): Promise<void> {
		const { endings } = this;
		this.endings = [];
		if (endings.length === 0) return;
		try {
			await this.store.settle(endings);
		} catch (error) {
			// The keys stay open, so nothing is sent with them until a person has checked.
			const named = endings.map(({ key }) => `"${key}"`).join(', ');
			this.context.logger.warn(`The result of requests was not recorded under ${named}: ${String(error)}`);
		}
	}

	/** Call it when the run ends. */
	async close(): Promise<void> {
		if (this.unknown.length > 0) await this.keepUnknown();
		for (const occurrence of this.held) this.own.data.held.delete(occurrence);
	}

	private claimed(item: PlacedItem, state: KeyClaim): Claimed {
		const { key, occurrence, isNumbered, fingerprint } = item;
		const { data, runIndex } = this.own;
		// For a key that a person released, the journal may still have the fingerprint of an earlier request.
		const isOther = data.requests.has(key) && data.requests.get(key) !== fingerprint;
		if (state === 'conflict' || (state === 'done' && isOther)) return { problem: isConflict() };
		if (state === 'open') return { problem: mayBeApplied('begun', key) };
		if (state === 'mine') {
			data.requests.set(key, fingerprint);
			return { state };
		}
		if (isNumbered) data.use(occurrence, runIndex);
		return { state, first: data.firstItem(key) };
	}

	/** Claims keys with one write. Nothing may be sent with any of them if it fails. */
	private async claimInStore(items: readonly PlacedItem[]): Promise<Map<PlacedItem, KeyClaim | Problem>> {
		try {
			const states = await this.store.claim(items).catch(notRecorded);
			return new Map(items.map((item, index) => [item, states[index] as KeyClaim]));
		} catch (thrown) {
			const problem = toProblem(thrown, UNSENT);
			return new Map(items.map((item) => [item, problem]));
		}
	}

	private async claimHere({ key }: PlacedItem): Promise<KeyClaim | Problem> {
		const { data } = this.own;
		const state = CLAIM[data.stateOf(key)];
		if (state !== 'mine') return state;
		try {
			data.claimed ??= claimExecution(this.context, data);
			await data.claimed;
		} catch (thrown) {
			data.claimed = undefined;
			return toProblem(thrown, UNSENT);
		}
		data.note(key, 'begun');
		return 'mine';
	}

	/** Records keys of unknown outcome in n8n's store, so that a person can confirm or release them. */
	private async keepUnknown(): Promise<void> {
		const unknown = this.unknown.splice(0);
		// A test execution is not retried.
		if (this.context.getMode() === 'manual') return;
		try {
			await this.store.claim(unknown);
			await this.store.settle(unknown.map((claim) => ({ ...claim, outcome: 'unknown' })));
			for (const { key } of unknown) this.own.data.note(key, 'stored');
		} catch (error) {
			// A retry then sends nothing with them.
			this.context.logger.warn(`Keys with an unknown outcome were not stored: ${String(error)}`);
		}
	}

	/** The data of the execution, and how many runs of the node came before. */
	get own(): { data: ExecutionData; runIndex: number } {
		if (!this.execution) {
			const runIndex = runIndexOf(this.context);
			this.execution = { data: ExecutionData.of(this.context, runIndex), runIndex };
		}
		return this.execution;
	}

	private get store(): KeyStore {
		return (this.opened ??= KeyStore.of(this.context));
	}
}
