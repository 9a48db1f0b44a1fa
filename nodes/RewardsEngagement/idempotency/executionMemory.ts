import { createHash, randomUUID } from 'node:crypto';

import { deepCopy, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { markExecution } from './executionMark';

/** The item of this execution that was sent under a key. */
export interface FirstItem {
	/** How often the node had run before in this execution. */
	runIndex: number;
	itemIndex: number;
	/** What came of it; nothing when the execution waited or was retried since. */
	json?: IDataObject;
}

/** Characters that stand for a key. */
const SHORT = 12;

/** Stands for the item of a turn that nothing was sent in. */
const NOT_SENT = -1;

/** By the object that n8n keeps for a node of an execution: another one after a wait, a restart, or a retry by hand. */
const memories = new WeakMap<object, ExecutionMemory>();

/**
 * The keys of a node that its execution has used: it sent under them, or found that an earlier execution had.
 *
 * They are kept in the execution's own data, by run of the node. n8n keeps that data while the execution waits, and
 * gives it to a retry by hand. Items that no event started have no other record, so here is also what has begun.
 */
export class ExecutionMemory {
	/** Turns of calls of a tool that are under way: two of them at a time may have the same number. */
	readonly held = new Set<string>();

	/** The run of the node that used a turn. */
	private readonly used = new Map<string, number>();

	/** By key. */
	private readonly sent = new Map<string, FirstItem>();

	/** By run of the node and turn, the item that had it: of what was sent; of what an earlier execution did, {@link NOT_SENT}. */
	private readonly runs: Record<string, Record<string, number>>;

	/** Requests without an event that have begun: `begun`, or `stored` once n8n's store has the key as open. */
	private readonly begun: Record<string, 'begun' | 'stored'>;

	/** Resolves once n8n's store knows that the execution sends something, see {@link markExecution}. */
	private mark?: Promise<string | undefined>;

	/** Names this execution, and its retries, to tell its keys from those of others. */
	readonly id: string;

	/** @throws {InvalidParameter} in a retry with a changed workflow, where another node has the name of the one that sent */
	static of(context: IExecuteFunctions): ExecutionMemory {
		const stored = context.getContext('node');
		const { id, name } = context.getNode();
		if ((stored.onceNode ?? id) !== id) throw isReplaced(name);
		stored.onceNode = id;
		const memory = memories.get(stored) ?? new ExecutionMemory(stored);
		memories.set(stored, memory);
		return memory;
	}

	private constructor(private readonly stored: IDataObject) {
		const runs = (stored.idempotencyKeys ??= {}) as Record<string, Record<string, number>>;
		this.runs = runs;
		this.begun = (stored.idempotencyBegun ??= {}) as typeof this.begun;
		this.id = (stored.idempotencyId as string | undefined) ?? randomUUID();
		stored.idempotencyId = this.id;
		for (const [run, keys] of Object.entries(runs)) {
			const index = Number(run);
			for (const [turn, itemIndex] of Object.entries(keys)) {
				this.used.set(turn, index);
				if (itemIndex !== NOT_SENT) this.sent.set(turn.slice(0, SHORT), { runIndex: index, itemIndex });
			}
		}
	}

	/**
	 * Whether a run of the node before this one used the turn. What this run used does not count, so another try of it gives
	 * its items the same numbers.
	 */
	isUsedBefore(turn: string, runIndex: number): boolean {
		const by = this.used.get(turn);
		return by !== undefined && by < runIndex;
	}

	/**
	 * Has n8n's store know that the execution sends something.
	 *
	 * @returns the mark where it must not, see {@link markExecution}
	 */
	async marked(context: IExecuteFunctions): Promise<string | undefined> {
		this.mark ??= markExecution(context, this.stored);
		return await this.mark.catch((error: unknown) => {
			this.mark = undefined;
			throw error;
		});
	}

	/** How a key stands that no other execution has; `stored`: n8n's store knows. */
	stateOf(key: string): 'none' | 'begun' | 'stored' | 'done' {
		const short = shortened(key);
		return this.used.has(short) ? 'done' : (this.begun[short] ?? 'none');
	}

	/** Notes that a request is about to be sent under a key; that n8n's store has it; or that it was not applied. */
	note(key: string, state: 'begun' | 'stored' | 'none'): void {
		if (state === 'none') delete this.begun[shortened(key)];
		else this.begun[shortened(key)] = state;
	}

	/** The item that was sent under the key in this execution. */
	firstItem(key: string): FirstItem | undefined {
		return this.sent.get(shortened(key));
	}

	/** Notes what was sent under a key, and uses up the turn. */
	add(key: string, turn: string, item: FirstItem): void {
		const short = shortened(key);
		if (!this.sent.has(short))
			this.sent.set(short, item.json ? { ...item, json: deepCopy(item.json) } : item);
		this.use(turn, item.runIndex, item.itemIndex);
	}

	/** Uses up a turn of what was done before. */
	skip(turn: string, runIndex: number): void {
		this.use(turn, runIndex, NOT_SENT);
	}

	private use(turn: string, runIndex: number, itemIndex: number): void {
		delete this.begun[turn];
		if (this.used.has(turn)) return;
		this.used.set(turn, runIndex);
		const run = (this.runs[runIndex] ??= {});
		run[turn] = itemIndex;
	}
}

/** Its keys are those of the node that was there before: what that one sent would be sent again. */
function isReplaced(name: string): InvalidParameter {
	return new InvalidParameter(
		`The node "${name}" was replaced by another of its name since the execution that is retried`,
		'What that node sent is recorded for it alone, so nobody can tell here what is left to send. Retry with the original workflow. Nothing was sent.',
	);
}

/**
 * What an item uses up: a key, once for each delivery of its event.
 *
 * @param delivery of the event, see `ItemEvent`
 */
export function turnOf(key: string, delivery: string): string {
	return `${shortened(key)}${delivery}`;
}

/** Many of them are saved with the execution. */
function shortened(key: string): string {
	return createHash('sha256').update(key).digest('base64').slice(0, SHORT);
}
