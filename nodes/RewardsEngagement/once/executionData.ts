import { createHash } from 'node:crypto';

import { deepCopy, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { isTool, runsOfAgents } from '../host/otherNodes';
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

/** What an item of this run was, if an earlier try or attempt handled it: done, or open under a key. */
export interface Place {
	occurrence: string;
	openKey?: string;
}

/** In the form in which n8n saves it. */
interface Saved {
	/** Identifies this execution and its retries: the ID of the first attempt. Set when a key first needs it. */
	origin?: string;
	/** The node that wrote this. */
	nodeId: string;
	/** By run of the node and occurrence: the item that was applied, or `~item` if an earlier execution had done it. */
	used: Record<string, Record<string, number>>;
	/** By run of the node and item: the occurrence and the key of an item of unknown outcome. */
	open: Record<string, Record<string, [occurrence: string, key: string]>>;
	/** By run of the node and bucket: the amount that was moved. */
	spent: Record<string, Record<string, string>>;
}

/** How much of the hash of a key an occurrence has, because n8n saves many of them. Characters. */
const SHORT = 12;

/** By the object that n8n keeps for a node of an execution. After a wait or a retry n8n makes a new object. */
const known = processMemory('execution data', () => new WeakMap<object, ExecutionData>());

/**
 * The data that a node stores with its execution. n8n may have saved them at the start, at a progress point, at a
 * wait, at the end, or not at all. So they only help: what they lack, n8n's store decides.
 */
export class ExecutionData {
	/** Occurrences of tool calls of this attempt, under way or done. */
	readonly held = new Set<string>();
	/** The begin of a retry, see `RunKeys`. */
	begun?: Promise<void>;
	/** The run of the node that used an occurrence. */
	private readonly usedIn = new Map<string, number>();
	/** By shortened key. */
	private readonly sent = new Map<string, FirstItem>();
	/** By run and item: the occurrence that it used. */
	private readonly usedAt = new Map<string, string>();
	/** By run: the occurrences of items of unknown outcome. */
	private readonly openIn = new Set<string>();
	/** The totals of all runs, by bucket. */
	private readonly totals = new Map<string, Decimal>();

	/**
	 * @throws {Problem} in a retry with a changed workflow, if another node now has the name of the node that sent
	 */
	static of(context: IExecuteFunctions, runIndex = runIndexOf(context)): ExecutionData {
		const stored = context.getContext('node') as { idempotency?: Saved };
		const { id, name } = context.getNode();
		const saved = (stored.idempotency ??= { nodeId: id, used: {}, open: {}, spent: {} });
		if (saved.nodeId !== id) throw isReplaced(name);
		const data = known.get(saved) ?? new ExecutionData(saved, runIndex);
		known.set(saved, data);
		return data;
	}

	private constructor(
		private readonly saved: Saved,
		runIndex: number,
	) {
		for (const [run, items] of Object.entries(saved.used)) {
			for (const [occurrence, item] of Object.entries(items)) this.index(occurrence, Number(run), item);
		}
		for (const [run, items] of Object.entries(saved.open)) {
			for (const [occurrence] of Object.values(items)) this.openIn.add(`${run} ${occurrence}`);
		}
		for (const [run, sums] of Object.entries(saved.spent)) {
			// A retry by hand repeats this run, and counts its amounts again.
			if (Number(run) >= runIndex) delete saved.spent[run];
			else
				for (const [bucket, sum] of Object.entries(sums)) this.count(bucket, Decimal.of(sum) ?? Decimal.ZERO);
		}
	}

	/** The first attempt at this execution. `undefined` if no key needed it yet. */
	get origin(): string | undefined {
		return this.saved.origin;
	}

	set origin(execution: string) {
		this.saved.origin = execution;
	}

	/** The run of the node that used an occurrence. */
	runThatUsed(occurrence: string): number | undefined {
		return this.usedIn.get(occurrence);
	}

	/** Whether an item of the run has the occurrence, and its outcome is unknown. */
	isOpenIn(runIndex: number, occurrence: string): boolean {
		return this.openIn.has(`${runIndex} ${occurrence}`);
	}

	/** What is known of an item of a run. The parameters of the node may have changed since. */
	placeOf(runIndex: number, itemIndex: number): Place | undefined {
		const used = this.usedAt.get(`${runIndex} ${itemIndex}`);
		if (used !== undefined) return { occurrence: used };
		const open = this.saved.open[runIndex]?.[itemIndex];
		return open && { occurrence: open[0], openKey: open[1] };
	}

	/** The item of this execution that was sent under the key of an occurrence. */
	firstItem(occurrence: string): FirstItem | undefined {
		return this.sent.get(occurrence.slice(0, SHORT));
	}

	/** Uses up the occurrence of an item that was sent. */
	add(occurrence: string, item: FirstItem): void {
		const key = occurrence.slice(0, SHORT);
		this.use(occurrence, item.runIndex, item.itemIndex, true);
		this.sent.set(key, { ...item, json: undefined });
		// The copy of a result that is too deep throws.
		if (item.json) this.sent.set(key, { ...item, json: deepCopy(item.json) });
	}

	/** @param isSent whether the item was sent. Otherwise an earlier execution had done it. */
	use(occurrence: string, runIndex: number, itemIndex: number, isSent: boolean): void {
		this.noteOpen(runIndex, itemIndex);
		if (this.usedIn.has(occurrence)) return;
		const item = isSent ? itemIndex : ~itemIndex;
		(this.saved.used[runIndex] ??= {})[occurrence] = item;
		this.index(occurrence, runIndex, item);
	}

	/** Notes that the outcome of an item is unknown, or known again. */
	noteOpen(runIndex: number, itemIndex: number, open?: [occurrence: string, key: string]): void {
		const before = this.saved.open[runIndex]?.[itemIndex];
		if (before) this.openIn.delete(`${runIndex} ${before[0]}`);
		delete this.saved.open[runIndex]?.[itemIndex];
		if (!open) return;
		(this.saved.open[runIndex] ??= {})[itemIndex] = open;
		this.openIn.add(`${runIndex} ${open[0]}`);
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

	private index(occurrence: string, runIndex: number, item: number): void {
		const itemIndex = item < 0 ? ~item : item;
		this.usedIn.set(occurrence, runIndex);
		this.usedAt.set(`${runIndex} ${itemIndex}`, occurrence);
		if (item >= 0) this.sent.set(occurrence.slice(0, SHORT), { runIndex, itemIndex });
	}

	private count(bucket: string, amount: Decimal): void {
		this.totals.set(bucket, this.spentOf(bucket).plus(amount));
	}
}

/**
 * How often the node had run before in this execution. For a tool, how often its agents had. The calls of one run of an
 * agent belong together, and a retry of the agent makes them again.
 */
export function runIndexOf(context: IExecuteFunctions): number {
	if (isTool(context.getNode())) return runsOfAgents(context);
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/**
 * The thing that an item uses up: a key, once for each delivery of its event.
 *
 * @param delivery see `ItemEvent`
 */
export function occurrenceOf(key: string, delivery: string): string {
	return `${createHash('sha256').update(key).digest('base64').slice(0, SHORT)}${delivery}`;
}

/** The node was replaced. Keys belong to the ID of a node, so the new node would send again what the old one sent. */
export function isReplaced(name: string): Problem {
	return unsentProblem(
		`Not sent: the node "${name}" was replaced after the original execution`,
		'Only the original node has a record of what it sent, so a duplicate cannot be ruled out. Retry with the original workflow.',
	);
}
