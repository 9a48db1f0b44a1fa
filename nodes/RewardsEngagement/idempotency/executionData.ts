import { createHash, randomUUID } from 'node:crypto';

import { deepCopy, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { processMemory } from '../host/processMemory';
import { Decimal } from '../shared/decimal';

/** The item of this execution that was sent under a key. */
export interface FirstItem {
	/** How often the node had run before in this execution. */
	runIndex: number;
	itemIndex: number;
	/** Its result. A wait or a retry loses it. */
	json?: IDataObject;
}

/** A key without an event: free, being sent, also open in n8n's store, or done. */
export type OwnState = 'none' | 'begun' | 'stored' | 'done';

/** In the form in which n8n saves it. */
interface Saved {
	/** Identifies this execution and its retries. */
	origin: string;
	/** The node that wrote this. */
	nodeId: string;
	/** By run of the node and occurrence: the item that was sent, or {@link NOT_SENT}. */
	used: Record<string, Record<string, number>>;
	/** Keys without an event that are open. */
	begun: Record<string, 'begun' | 'stored'>;
	/** By run of the node and bucket: the amount that was moved. */
	spent: Record<string, Record<string, string>>;
	/** The first execution of a chain of retries, and how many keys it claimed for itself. */
	execution?: string;
	parts: number;
}

/** Length of a shortened key, in characters. */
const SHORT = 12;

/** Means that an earlier execution did the item of an occurrence. */
const NOT_SENT = -1;

/**
 * By the object that n8n keeps for a node of an execution. After a wait, a restart or a retry n8n makes a new object.
 */
const known = processMemory('data of executions', () => new WeakMap<object, ExecutionData>());

/**
 * The data that a node stores with its execution: the occurrences that its runs used, and the amounts that they
 * moved. n8n saves that data when the execution ends or waits, and passes it to a retry by hand. A process that dies
 * loses it.
 */
export class ExecutionData {
	/** Occurrences of tool calls that are under way. Calls at the same time may have the same run index. */
	readonly held = new Set<string>();
	/** The fingerprints of requests that were sent with a key of the user. They are not saved. */
	readonly requests = new Map<string, string | undefined>();
	/** Claims the key of the execution once, see `executionKey.ts`. */
	claimed?: Promise<void>;
	/** The run of the node that used an occurrence. */
	private readonly usedIn = new Map<string, number>();
	/** By key. */
	private readonly sent = new Map<string, FirstItem>();
	/** The totals of all runs, by bucket. */
	private readonly totals = new Map<string, Decimal>();

	/**
	 * @throws {Problem} in a retry with a changed workflow, if another node now has the name of the node
	 * that sent
	 */
	static of(context: IExecuteFunctions, runIndex = runIndexOf(context)): ExecutionData {
		const stored = context.getContext('node') as { idempotency?: Saved };
		const { id, name } = context.getNode();
		const saved = (stored.idempotency ??= {
			origin: randomUUID(),
			nodeId: id,
			used: {},
			begun: {},
			spent: {},
			parts: 0,
		});
		if (saved.nodeId !== id) throw isReplaced(name);
		const data = known.get(saved) ?? new ExecutionData(saved, runIndex);
		known.set(saved, data);
		return data;
	}

	private constructor(
		readonly saved: Saved,
		runIndex: number,
	) {
		for (const [run, items] of Object.entries(saved.used)) {
			for (const [occurrence, itemIndex] of Object.entries(items)) {
				this.usedIn.set(occurrence, Number(run));
				if (itemIndex !== NOT_SENT)
					this.sent.set(occurrence.slice(0, SHORT), { runIndex: Number(run), itemIndex });
			}
		}
		for (const [run, sums] of Object.entries(saved.spent)) {
			// A retry by hand repeats this run, and counts its amounts again.
			if (Number(run) >= runIndex) delete saved.spent[run];
			else
				for (const [bucket, sum] of Object.entries(sums)) this.count(bucket, Decimal.of(sum) ?? Decimal.ZERO);
		}
	}

	/**
	 * Whether an earlier run of the node used the occurrence. Occurrences of this run do not count, so another try of
	 * it gives its items the same numbers.
	 */
	isUsedBefore(occurrence: string, runIndex: number): boolean {
		const by = this.usedIn.get(occurrence);
		return by !== undefined && by < runIndex;
	}

	/** The state of a key that only this execution and its retries can have. */
	stateOf(key: string): OwnState {
		const short = shortened(key);
		return this.usedIn.has(short) ? 'done' : (this.saved.begun[short] ?? 'none');
	}

	/**
	 * Records the state of a key: a request with it is about to be sent, n8n's store has it, or its request was not
	 * applied.
	 */
	note(key: string, state: 'begun' | 'stored' | 'none'): void {
		if (state === 'none') delete this.saved.begun[shortened(key)];
		else this.saved.begun[shortened(key)] = state;
	}

	/** The item that was sent under the key in this execution. */
	firstItem(key: string): FirstItem | undefined {
		return this.sent.get(shortened(key));
	}

	/** Records what was sent under a key, and uses up the occurrence. */
	add(key: string, occurrence: string, item: FirstItem): void {
		const short = shortened(key);
		this.use(occurrence, item.runIndex, item.itemIndex);
		if (this.sent.has(short)) return;
		this.sent.set(short, { ...item, json: undefined });
		// The copy of a result that is too deep throws.
		if (item.json) this.sent.set(short, { ...item, json: deepCopy(item.json) });
	}

	/** Uses up an occurrence that an item sent, or that was found done. */
	use(occurrence: string, runIndex: number, itemIndex = NOT_SENT): void {
		delete this.saved.begun[occurrence];
		if (this.usedIn.has(occurrence)) return;
		this.usedIn.set(occurrence, runIndex);
		(this.saved.used[runIndex] ??= {})[occurrence] = itemIndex;
	}

	/**
	 * The amount that all runs moved.
	 *
	 * @param bucket the amounts that are counted together: a currency
	 */
	spentOf(bucket: string): Decimal {
		return this.totals.get(bucket) ?? Decimal.ZERO;
	}

	/**
	 * Counts an amount that a run moves.
	 *
	 * @param amount negative to subtract an amount that was counted but not moved
	 */
	spend(runIndex: number, bucket: string, amount: Decimal): void {
		const sums = (this.saved.spent[runIndex] ??= {});
		sums[bucket] = String((Decimal.of(sums[bucket]) ?? Decimal.ZERO).plus(amount));
		this.count(bucket, amount);
	}

	private count(bucket: string, amount: Decimal): void {
		this.totals.set(bucket, this.spentOf(bucket).plus(amount));
	}
}

/** How often the node had run before in this execution. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/**
 * The thing that an item uses up: a key, once for each delivery of its event.
 *
 * @param delivery see `ItemEvent`
 */
export function occurrenceOf(key: string, delivery: string): string {
	return `${shortened(key)}${delivery}`;
}

/** Shortens keys, because n8n saves many of them with the execution. */
function shortened(key: string): string {
	return createHash('sha256').update(key).digest('base64').slice(0, SHORT);
}

/** The node was replaced. Keys belong to the ID of a node, so the new node would send again what the old one sent. */
export function isReplaced(name: string): Problem {
	return unsentProblem(
		`Not sent: the node "${name}" was replaced after the original execution`,
		'Only the original node has a record of what it sent, so a duplicate cannot be ruled out. Retry with the original workflow.',
	);
}
