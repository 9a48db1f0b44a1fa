import { createHash } from 'node:crypto';

import { deepCopy, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

/** The item of this execution that was sent under a key. */
export interface FirstItem {
	/** How often the node had run before in this execution. */
	runIndex: number;
	itemIndex: number;
	/** What came of it; nothing when the execution waited or was retried since. */
	json?: IDataObject;
}

/** By the object that n8n keeps for a node of an execution: another one after a wait, a restart, or a retry by hand. */
const memories = new WeakMap<object, ExecutionMemory>();

/**
 * The keys of a node that its execution has used up: it sent under them, or found that an earlier execution had.
 *
 * They are kept in the execution's own data, by run of the node. n8n keeps that data while the execution waits, and
 * gives it to a retry by hand. The run that is done again there finds what the runs before it used up, and nothing of
 * its own: what it sent the first time is found in the store.
 */
export class ExecutionMemory {
	/** Keys that items of this execution hold while they are worked on. */
	readonly held = new Set<string>();

	/** Keys of requests of which nobody knows what became, with the run of the node that they were sent in. */
	readonly unsure = new Map<string, number>();

	private readonly used = new Map<string, FirstItem>();

	private readonly runs: Record<string, Record<string, number>>;

	static of(context: IExecuteFunctions, runIndex: number): ExecutionMemory {
		const stored = context.getContext('node');
		const memory = memories.get(stored) ?? new ExecutionMemory(stored, runIndex);
		memories.set(stored, memory);
		return memory;
	}

	private constructor(stored: IDataObject, runIndex: number) {
		const runs = (stored.onceKeys ?? {}) as Record<string, Record<string, number>>;
		stored.onceKeys = runs;
		this.runs = runs;
		for (const [run, keys] of Object.entries(runs)) {
			const index = Number(run);
			if (index >= runIndex) delete runs[run];
			else
				for (const [key, itemIndex] of Object.entries(keys))
					this.used.set(key, { runIndex: index, itemIndex });
		}
	}

	/**
	 * Whether an item of a run cannot take the key: this execution used it up, or another item has it. One that may have
	 * been sent in an earlier run is not passed over, as that item may have come back.
	 */
	isTaken(key: string, runIndex: number): boolean {
		return this.held.has(key) || this.unsure.get(key) === runIndex || this.used.has(shortened(key));
	}

	/** The item that was sent under the key in this execution. */
	firstItem(key: string): FirstItem | undefined {
		return this.used.get(shortened(key));
	}

	/** Notes that a key is used up. */
	add(key: string, item: FirstItem): void {
		const short = shortened(key);
		if (this.used.has(short)) return;
		this.used.set(short, item.json ? { ...item, json: deepCopy(item.json) } : item);
		const run = (this.runs[item.runIndex] ??= {});
		run[short] = item.itemIndex;
	}
}

/** Many of them are saved with the execution. */
function shortened(key: string): string {
	return createHash('sha256').update(key).digest('base64').slice(0, 12);
}
