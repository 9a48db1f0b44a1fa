import { randomUUID } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem, unsentProblem, type Outcome } from '../errors';
import { retriedExecution } from '../host/retries';
import { hasRow, isShared } from '../host/row';
import { ExecutionData, occurrenceOf, runIndexOf, type FirstItem } from './executionData';
import type { Journal } from './journal';
import { paymentsOf } from './journals';
import type { Claim, Ending, State } from './keyValues';

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
	isOwn: boolean;
	/** The occurrence that the item uses up in this execution. */
	occurrence: string;
	/** An earlier try or attempt has done it. */
	isDone: boolean;
}

/** What is known of an item that must not be sent. `first` is the item of this execution that was sent. */
export type Handled = { state: 'done'; first?: FirstItem } | { problem: Problem };

/** What a claim found. Only an item that is `mine` may be sent. */
export type Claimed = { state: 'mine' } | Handled;

/**
 * The keys of one run of the node. The key of an item follows from the input of the run, and from what earlier runs,
 * tries and attempts did. It does not depend on the order of requests, or on failures.
 */
export class RunKeys {
	/** Outcomes of requests that are not in the journal yet. */
	private endings: Ending[] = [];
	/** The next number of equal items, by the occurrence of the first. Items of a dry run are counted apart. */
	private readonly numbers = new Map<string, number>();
	private readonly numbersShown = new Map<string, number>();
	/** The number after that of the last done item, by the occurrence of the first. */
	private readonly numbersFound = new Map<string, number>();
	/** Occurrences of a tool's call that are not used up. */
	private readonly unused = new Set<string>();
	/** Whether equal items of this run have different numbers. */
	hasEqualItems = false;
	/** Whether n8n keeps nothing of a first attempt. Its payments are made all the same. */
	readonly isUnkept: boolean;
	private readonly isRetry: boolean;
	/** Whether keys without an event are in the journal. A test execution cannot be retried. */
	private readonly keepsOwn: boolean;
	/** Why a retry does not know its first attempt. */
	private astray?: Problem;
	private opened?: Journal;
	private execution?: { data: ExecutionData; runIndex: number };

	/** @param isTool whether the run is a call of a tool. Several calls may have one run index. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isTool = false,
	) {
		const mode = context.getMode();
		this.isRetry = mode === 'retry';
		this.isUnkept = !this.isRetry && !hasRow(context.helpers);
		this.keepsOwn = mode !== 'manual' && !this.isUnkept;
	}

	/** How many keys to claim at a time. */
	get mostAtATime(): number {
		return isShared(this.context) ? CLAIMED_AMONG_OTHERS : CLAIMED_AT_A_TIME;
	}

	/**
	 * Begins a run that may send something. A retry finds the first attempt, and records that it is a retry itself. A
	 * retry of this retry without its data would take this one for the first attempt.
	 */
	async begin(): Promise<void> {
		if (!this.isRetry) return;
		try {
			const { data } = this.own;
			await (data.begun ??= this.findOrigin(data));
		} catch (thrown) {
			// Another try, or another call of a tool, begins again.
			if (this.execution) this.execution.data.begun = undefined;
			this.astray = thrown instanceof Problem ? thrown : notRecorded(thrown);
		}
	}

	/** Identifies this execution and its retries. @throws {Problem} in a retry whose first attempt is unknown */
	get origin(): string {
		if (this.astray) throw this.astray;
		const { data } = this.own;
		return (data.origin ??= this.context.getExecutionId() ?? randomUUID());
	}

	/**
	 * The result of an item in an earlier attempt, if it cannot be prepared now: the parameters or the records may have
	 * changed. `undefined` if it was not handled, or is free again.
	 */
	async earlier(itemIndex: number): Promise<Handled | undefined> {
		// Without it, the node was replaced.
		const { data, runIndex } = this.execution ?? {};
		if (!data || runIndex === undefined || !this.isRetry || this.isTool) return undefined;
		const place = data.placeOf(runIndex, itemIndex);
		if (!place) return undefined;
		const { occurrence, openKey } = place;
		if (openKey !== undefined) {
			// Without the database, it is as open as before.
			const state = await this.journal.look(openKey).catch((): State => 'open');
			if (state === 'mine') return undefined;
			if (state === 'open') return { problem: mayBeApplied(openKey) };
			data.use(occurrence, runIndex, itemIndex, false);
		}
		return { state: 'done', first: data.firstItem(occurrence) };
	}

	/**
	 * Gives an item its key. Place each item of the input in order, in each try of the run. An item that an earlier try
	 * or attempt handled has its key again. Other equal items get the lowest numbers that are not used in this
	 * execution. An item that was applied, or found done, uses up its number.
	 *
	 * @param isShown whether it is only shown. It then takes no number from others.
	 */
	place(
		{ itemIndex, keyOf, isNumbered, delivery, fingerprint, isOwn = false }: KeyedItem,
		isShown = false,
	): PlacedItem {
		const { data, runIndex } = this.own;
		const place = this.isTool || isShown ? undefined : data.placeOf(runIndex, itemIndex);
		const item = { itemIndex, isNumbered, isOwn, fingerprint };
		if (place?.openKey !== undefined) {
			return { ...item, key: place.openKey, occurrence: place.occurrence, isOpen: true, isDone: false };
		}
		const numbers = isShown ? this.numbersShown : this.numbers;
		const first = occurrenceOf(keyOf(1), delivery);
		const next = numbers.get(first) ?? 1;
		const search = (from: number) => {
			let number = from;
			let key = keyOf(number);
			let occurrence = occurrenceOf(key, delivery);
			// Below the number of a place may be one that was refused, which an item before it has taken again.
			while (isNumbered && occurrence !== place?.occurrence && (number < next || this.isTaken(occurrence))) {
				key = keyOf(++number);
				occurrence = occurrenceOf(key, delivery);
			}
			return { number, key, occurrence };
		};
		if (place) {
			// Equal items mostly have their places in order.
			const isPlace = (one: ReturnType<typeof search>) =>
				one.occurrence === place.occurrence ? one : undefined;
			const after = this.numbersFound.get(first) ?? 1;
			const found = isPlace(search(after)) ?? isPlace(search(1));
			if (found) this.numbersFound.set(first, found.number + 1);
			// Without its key, the parameters have changed since.
			return { ...item, ...place, key: found?.key ?? '', isDone: true };
		}
		const { number, key, occurrence } = search(next);
		if (numbers.has(first) && isNumbered) this.hasEqualItems = true;
		numbers.set(first, number + 1);
		if (this.isTool && !isShown) {
			data.held.add(occurrence);
			this.unused.add(occurrence);
		}
		return { ...item, key, occurrence, isDone: false };
	}

	/** The item of this execution that was sent under the key of an item. */
	firstOf({ occurrence }: PlacedItem): FirstItem | undefined {
		return this.own.data.firstItem(occurrence);
	}

	/**
	 * Claims different keys. Each claim ends with {@link end}, and then {@link settle}.
	 *
	 * @returns what was found, in the order of the items
	 */
	async claim(items: readonly PlacedItem[]): Promise<Claimed[]> {
		const stored = items.filter((item) => this.isStored(item));
		try {
			const states = stored.length > 0 ? await this.journal.claim(stored) : [];
			const found = new Map(stored.map((item, index) => [item, states[index] as State]));
			return items.map((item) => this.claimed(item, found.get(item) ?? 'mine'));
		} catch (thrown) {
			const problem = thrown instanceof Problem ? thrown : notRecorded(thrown);
			return items.map(() => ({ problem }));
		}
	}

	/**
	 * Ends the claim of an item that was mine.
	 *
	 * @param json the result of an item that was applied
	 */
	end(item: PlacedItem, outcome: Outcome, json: IDataObject = {}): void {
		const { occurrence, itemIndex, isNumbered } = item;
		const { data, runIndex } = this.own;
		if (this.isStored(item)) this.endings.push({ ...item, outcome });
		if (outcome !== 'applied') return this.noteOpen(item, outcome === 'unknown');
		this.unused.delete(occurrence);
		data.add(occurrence, { runIndex, itemIndex, json: isNumbered ? undefined : json });
	}

	/** Records the outcomes of claims in the journal. */
	async settle(): Promise<void> {
		const { endings } = this;
		this.endings = [];
		if (endings.length === 0) return;
		try {
			await this.journal.settle(endings);
		} catch (error) {
			// The keys stay open, so nothing is sent with them until a person has checked.
			const named = endings.map(({ key }) => `"${key}"`).join(', ');
			this.context.logger.warn(`The result of requests was not recorded under ${named}: ${String(error)}`);
		}
	}

	/** Call it when the run ends. A call of a tool that was not made leaves its number to another one. */
	close(): void {
		for (const occurrence of this.unused) this.own.data.held.delete(occurrence);
	}

	/** The data of the execution, and how many runs of the node came before. */
	get own(): { data: ExecutionData; runIndex: number } {
		if (!this.execution) {
			const runIndex = runIndexOf(this.context);
			this.execution = { data: ExecutionData.of(this.context, runIndex), runIndex };
		}
		return this.execution;
	}

	/** Whether no request with the key of these items began before. If n8n's database does not say, it may have. */
	async isUnused(items: readonly PlacedItem[]): Promise<boolean> {
		const [first] = items;
		if (!first || items.some(({ isOpen }) => isOpen)) return false;
		return (await this.journal.look(first.key).catch((): State => 'open')) === 'mine';
	}

	/** Whether the key of an item is in the journal, so that a person can settle it. */
	isStored({ isOwn }: PlacedItem): boolean {
		return !isOwn || this.keepsOwn;
	}

	private get journal(): Journal {
		return (this.opened ??= paymentsOf(this.context));
	}

	private isTaken(occurrence: string): boolean {
		const { data, runIndex } = this.own;
		const by = data.runThatUsed(occurrence);
		if (!this.isTool) return by !== undefined || data.isOpenIn(runIndex, occurrence);
		// A retry of the agent finds the calls that its failed run has made.
		return (by !== undefined && by < runIndex) || data.held.has(occurrence);
	}

	private claimed(item: PlacedItem, state: State): Claimed {
		const { key, occurrence, itemIndex, isNumbered } = item;
		const { data, runIndex } = this.own;
		if (state === 'mine') return { state };
		if (state === 'done') {
			this.unused.delete(occurrence);
			if (isNumbered) data.use(occurrence, runIndex, itemIndex, false);
			return { state, first: data.firstItem(occurrence) };
		}
		this.noteOpen(item, state === 'open');
		return { problem: state === 'open' ? mayBeApplied(key) : isConflict() };
	}

	private noteOpen({ occurrence, itemIndex, key }: PlacedItem, isOpen: boolean): void {
		const { data, runIndex } = this.own;
		if (!this.isTool) data.noteOpen(runIndex, itemIndex, isOpen ? [occurrence, key] : undefined);
	}

	private async findOrigin(data: ExecutionData): Promise<void> {
		const markerOf = (execution?: string) => `retry ${execution}`;
		await this.journal.claim([{ key: markerOf(this.context.getExecutionId()), isImmediate: true }]);
		if (data.origin !== undefined) return;
		const retried = retriedExecution(this.context);
		if (retried === undefined) throw isUntold();
		if ((await this.journal.look(markerOf(retried))) !== 'mine') throw isRetryOfRetry();
		data.origin = retried;
	}
}

/** A request with the key began, and its outcome is unknown. */
export function mayBeApplied(idempotencyKey: string): Problem {
	return new Problem({
		message: 'Not sent: an earlier request with this key may have been applied',
		advice:
			'It was interrupted, got no clear response, or is still running. Check the service. If it was applied, use Idempotency Key → Confirm. If not, use Idempotency Key → Release and run this item again.',
		outcome: 'unknown',
		idempotencyKey,
	});
}

/** n8n lost what the retried attempt knew. */
export function isRetryOfRetry(): Problem {
	return new Problem({
		message: 'Not sent: an earlier attempt at this execution may have sent this item',
		advice: 'Retry the first attempt. n8n was stopped before it saved what the second one did.',
		outcome: 'unknown',
	});
}

/** n8n does not say what this retries: it is too old, or the execution waited before this node. */
export function isUntold(): Problem {
	return new Problem({
		message: 'Not sent: an earlier attempt at this execution may have sent this item',
		advice:
			'n8n does not say which execution this one retries, so the node cannot tell what was sent. Check the service, then run the workflow for the remaining items.',
		outcome: 'unknown',
	});
}

/** The key was used for another request. */
export function isConflict(): Problem {
	return unsentProblem(
		'Not sent: this key was used for another request',
		'The amount, recipient or another value differs. Use a unique key for each payment. If you did not intend the earlier request, release its key with Idempotency Key → Release.',
	);
}

function notRecorded(error: unknown): Problem {
	return unsentProblem(
		'Not sent: n8n could not record the key',
		`The database of n8n may be busy or unreachable. Run this item again. The database says: ${String(error)}`,
	);
}
