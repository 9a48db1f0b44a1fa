import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Decimal } from '../shared/decimal';

type Sums = Record<string, string>;

/** By the object that n8n keeps for a node of an execution: another one after a wait, a restart, or a retry by hand. */
const memories = new WeakMap<object, SpentInExecution>();

/**
 * How much a node moved in an execution, all its runs together: a loop and the calls of an AI agent are many runs of one
 * execution. It is kept in the execution's own data, by run of the node, so it outlasts a wait.
 *
 * n8n gives that data to a retry by hand too. The run that is done again there counts anew, the runs before it stay.
 */
export class SpentInExecution {
	private readonly runs: Record<string, Sums>;

	/** Of all runs, by pot. */
	private readonly totals = new Map<string, Decimal>();

	static of(context: IExecuteFunctions): SpentInExecution {
		const stored = context.getContext('node');
		const runIndex = Number(context.getWorkflowDataProxy(0).$runIndex);
		const memory = memories.get(stored) ?? new SpentInExecution(stored, runIndex);
		memories.set(stored, memory);
		return memory;
	}

	private constructor(stored: IDataObject, runIndex: number) {
		this.runs = (stored.spent ?? {}) as Record<string, Sums>;
		stored.spent = this.runs;
		for (const [run, sums] of Object.entries(this.runs)) {
			if (Number(run) >= runIndex) delete this.runs[run];
			else for (const [pot, sum] of Object.entries(sums)) this.count(pot, Decimal.of(sum) ?? Decimal.ZERO);
		}
	}

	/** @param pot what is counted together: a currency */
	of(pot: string): Decimal {
		return this.totals.get(pot) ?? Decimal.ZERO;
	}

	/** @param amount below 0 for what was counted and then not moved */
	add(runIndex: number, pot: string, amount: Decimal): void {
		const sums = (this.runs[runIndex] ??= {});
		sums[pot] = String((Decimal.of(sums[pot]) ?? Decimal.ZERO).plus(amount));
		this.count(pot, amount);
	}

	private count(pot: string, amount: Decimal): void {
		this.totals.set(pot, this.of(pot).plus(amount));
	}
}
