import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isConflict, mayBeApplied, notRecorded } from './keyProblems';
import { outcomeOfThrown, Problem, type Outcome } from '../errors';
import { Mutex } from '../shared/mutex';
import { ExecutionData, occurrenceOf, runIndexOf, type FirstItem } from './executionData';
import { claimExecution } from './executionKey';
import { KeyStore, type Claim, type Ending, type KeyClaim } from './keyStore';

/**
 * How many keys a run claims at a time. All items that wait for their keys get them together, even if they are more.
 * A process that dies leaves no more than these open.
 */
export const CLAIMED_AT_A_TIME = 25;

/** A claim takes longer if other processes share the store. */
export const CLAIMED_AMONG_OTHERS = 100;

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
	isOwn: boolean;
	/** The occurrence that the item uses up in this execution. */
	occurrence: string;
}

/** The result of an item with a key. */
export type KeyedResult<T> =
	| { wasDone: false; result: T }
	/** `first` is the item of this execution that was sent under the key. Without it, an earlier execution sent it. */
	| { wasDone: true; key: string; first?: FirstItem };

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
 * | Results of items and members that were looked up, for *Retry On Fail* (`RetryMemory`) | memory | until the execution ends | lost. The other rows decide. |
 * | Keys claimed ahead, and items that wait for one key (`RunKeys`) | memory | one run of the node | lost. The keys stay open. |
 * | Numbers of equal items, and what was sent and moved (`ExecutionData`) | data of the execution | as long as n8n keeps the execution. A wait and a retry get it. | lost, unless the execution waited before |
 * | Key of the execution (`executionKey`) | n8n's store | until n8n has saved the execution. That of a retry stays. | stays open. A retry sends nothing and reports `unknown`. |
 * | Keys of events and of *By Key* (`KeyStore`) | n8n's store | the last 25,000 or more per node | stay. Open keys count as unknown, done keys as done. |
 * | Keys of unknown outcome (`KeyStore`) | n8n's store | until you confirm or release them | stay open |
 */
export class RunKeys {
	/** Announced items in order. Those before `next` have claimed their keys. */
	private announced: PlacedItem[] = [];
	private next = 0;
	/** The results of claims, by item. */
	private readonly states = new Map<PlacedItem, KeyClaim>();
	/** Claimed, but not being sent yet. */
	private readonly unsent = new Set<PlacedItem>();
	/** Outcomes of requests that are not in the journal yet. */
	private endings: Ending[] = [];
	/** Keys without an event whose outcome is unknown. */
	private readonly unknown: Claim[] = [];
	/** The next number of equal items, by the occurrence of the first. Items of a dry run are counted apart. */
	private readonly numbers = new Map<string, number>();
	private readonly numbersShown = new Map<string, number>();
	/** By key: the item that is being processed, and the end of the last one that waits after it. */
	private readonly front = new Map<string, PlacedItem>();
	private readonly lines = new Map<string, Promise<unknown>>();
	/** Occurrences of a tool's call. */
	private readonly held = new Set<string>();
	private readonly mutex = new Mutex();
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
		const first = occurrenceOf(keyOf(1), delivery);
		const placed = { itemIndex, isNumbered, isOwn, fingerprint, key: keyOf(1), occurrence: first };
		if (!isNumbered) return placed;
		const { data, runIndex } = this.own;
		const before = this.isTool ? Infinity : runIndex;
		const numbers = isShown ? this.numbersShown : this.numbers;
		let number = numbers.get(first) ?? 1;
		let occurrence = occurrenceOf(keyOf(number), delivery);
		while (data.isUsedBefore(occurrence, before) || data.held.has(occurrence))
			occurrence = occurrenceOf(keyOf(++number), delivery);
		numbers.set(first, number + 1);
		if (this.isTool && !isShown) for (const held of [this.held, data.held]) held.add(occurrence);
		return { ...placed, key: keyOf(number), occurrence };
	}

	/** Announces items that will be sent, so that their keys can be claimed together. It changes no result. */
	announce(items: readonly PlacedItem[]): void {
		for (const item of items) if (!this.isHere(item)) this.announced.push(item);
	}

	/**
	 * Does once what may happen once with the key of an item. Items with the same key wait for each other.
	 *
	 * @param send throws a {@link Problem} that says whether the request was applied
	 * @throws the error of `send`, with the key if the outcome is unknown, or an error that the key does not allow it
	 */
	async once<T>(
		item: PlacedItem,
		send: () => Promise<T>,
		jsonOf: (result: T) => IDataObject,
	): Promise<KeyedResult<T>> {
		return await this.inLine(item, async () => await this.onceInFront(item, send, jsonOf));
	}

	/** Frees keys that were claimed but not used, and records the outcomes of the others. Call it when the run ends. */
	async close(): Promise<void> {
		await this.mutex.run(async () => {
			for (const item of this.unsent) this.endings.push({ ...item, outcome: 'notApplied' });
			this.unsent.clear();
			this.announced = [];
			this.next = 0;
			await this.settle();
			await this.keepUnknown();
			for (const occurrence of this.held) this.own.data.held.delete(occurrence);
		});
	}

	private async inLine<T>(item: PlacedItem, work: () => Promise<T>): Promise<T> {
		const { key } = item;
		const result = (this.lines.get(key) ?? Promise.resolve()).then(async () => {
			this.front.set(key, item);
			return await work();
		});
		const end = result.catch(() => undefined);
		this.lines.set(key, end);
		try {
			return await result;
		} finally {
			if (this.lines.get(key) === end) for (const map of [this.lines, this.front]) map.delete(key);
		}
	}

	private async onceInFront<T>(
		item: PlacedItem,
		send: () => Promise<T>,
		jsonOf: (result: T) => IDataObject,
	): Promise<KeyedResult<T>> {
		const { key, occurrence, itemIndex, isNumbered } = item;
		const { data, runIndex } = this.own;
		const isHere = this.isHere(item);
		const state = await (isHere ? this.claimHere(item) : this.claim(item));
		// For a key that a person released, the journal may still have the fingerprint of an earlier request.
		const isOther = data.requests.has(key) && data.requests.get(key) !== item.fingerprint;
		if (state === 'conflict' || (state === 'done' && isOther)) throw isConflict();
		if (state === 'open') throw mayBeApplied('begun', key);
		if (state === 'done') {
			if (isNumbered) data.use(occurrence, runIndex);
			return { wasDone: true, key, first: data.firstItem(key) };
		}
		const end = (outcome: Outcome) => {
			if (isHere) this.endHere(item, outcome);
			else this.endings.push({ ...item, outcome });
		};
		try {
			data.requests.set(key, item.fingerprint);
			const result = await send();
			data.add(key, occurrence, { runIndex, itemIndex, json: isNumbered ? undefined : jsonOf(result) });
			end('applied');
			return { wasDone: false, result };
		} catch (error) {
			const outcome = outcomeOfThrown(error);
			end(outcome);
			const isKept = outcome === 'unknown' && error instanceof Problem;
			throw isKept ? new Problem({ ...error.told, idempotencyKey: key }) : error;
		}
	}

	/**
	 * Whether the data of the execution is the journal of an item. Only this execution can have its key, and no
	 * person can release it.
	 */
	private isHere({ isOwn, key }: PlacedItem): boolean {
		return isOwn && this.own.data.stateOf(key) !== 'stored';
	}

	private async claimHere({ key }: PlacedItem): Promise<KeyClaim> {
		const { data } = this.own;
		const state = CLAIM[data.stateOf(key)];
		if (state !== 'mine') return state;
		data.claimed ??= claimExecution(this.context, data);
		await data.claimed.catch((error: unknown) => {
			data.claimed = undefined;
			throw error;
		});
		data.note(key, 'begun');
		return 'mine';
	}

	private endHere({ key }: PlacedItem, outcome: Outcome): void {
		if (outcome === 'notApplied') this.own.data.note(key, 'none');
		if (outcome === 'unknown') this.unknown.push({ key });
	}

	private async claim(item: PlacedItem): Promise<KeyClaim> {
		if (!this.states.has(item)) await this.mutex.run(async () => await this.claimNow(item));
		this.unsent.delete(item);
		return this.states.get(item) as KeyClaim;
	}

	private async claimNow(item: PlacedItem): Promise<void> {
		if (this.states.has(item)) return;
		await this.claimNext().catch((error: unknown) => {
			// So that later claims leave it out.
			this.states.set(item, 'open');
			throw error;
		});
	}

	/** Claims the keys of waiting items, and of the next items. Records outcomes of others first. */
	private async claimNext(): Promise<void> {
		const batch = this.nextBatch();
		if (batch.length === 0) return;
		await this.settle();
		const found = await this.store.claim(batch).catch(notRecorded);
		batch.forEach((next, index) => {
			this.states.set(next, found[index] as KeyClaim);
			if (found[index] === 'mine') this.unsent.add(next);
		});
	}

	private nextBatch(): PlacedItem[] {
		const batch = [...this.front.values()].filter((item) => !this.states.has(item) && !this.isHere(item));
		const taken = new Set([...batch, ...this.unsent].map(({ key }) => key));
		while (this.next < this.announced.length && this.states.has(this.announced[this.next] as PlacedItem))
			this.next++;
		const most = this.store.isShared ? CLAIMED_AMONG_OTHERS : CLAIMED_AT_A_TIME;
		const end = Math.min(this.announced.length, this.next + 2 * most);
		for (let index = this.next; index < end && batch.length + this.unsent.size < most; index++) {
			const next = this.announced[index] as PlacedItem;
			// If several items have one key, the others must first see the result of the first.
			const isBehind = (this.front.get(next.key) ?? next) !== next;
			if (this.states.has(next) || taken.has(next.key) || isBehind) continue;
			taken.add(next.key);
			batch.push(next);
		}
		return batch;
	}

	private async settle(): Promise<void> {
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

	/** Records keys of unknown outcome in n8n's store, so that a person can confirm or release them. */
	private async keepUnknown(): Promise<void> {
		const unknown = this.unknown.splice(0);
		// A test execution is not retried.
		if (unknown.length === 0 || this.context.getMode() === 'manual') return;
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
