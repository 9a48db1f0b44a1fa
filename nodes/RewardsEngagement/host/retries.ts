import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from './otherNodes';
import { processMemory } from './processMemory';

/** Keyed by an object that is the same in each try and in no other call of the node. Then by node and run. */
const tries = processMemory('memory of tries', () => new WeakMap<object, Map<string, object>>());

/**
 * The memory that the tries of n8n's *Retry On Fail* share. If one item fails, n8n tries all items again, and passes
 * nothing from one try to the next. It lives as long as the execution is in this process. n8n retries no longer than
 * that.
 *
 * @param context of a node that n8n retries
 * @param make makes it for the first try
 */
export function memoryOfTries<T extends object>(context: IExecuteFunctions, make: () => T): T {
	const node = context.getNode();
	// n8n makes one cancel signal per execution. Two tool calls of agents that run concurrently may have the same run
	// index. But each has a separate input, which n8n passes to all its tries.
	const same = isTool(node) ? context.getInputData()[0] : context.getExecutionCancelSignal();
	if (!same) return make();
	const runs = tries.get(same) ?? new Map<string, object>();
	tries.set(same, runs);
	const run = `${node.id} ${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	const memory = runs.get(run) ?? make();
	runs.set(run, memory);
	return memory as T;
}

/**
 * Parts of n8n's contexts that its types do not declare (n8n-core, `execution-lifecycle-hooks.js`).
 */
interface ContextInternals {
	additionalData?: { hooks?: { retryOf?: string } };
}

/** The ID of the execution that this one retries, if a person started the retry. n8n 1.123 does not give it. */
export function retriedExecution(context: IExecuteFunctions): string | undefined {
	return (context as ContextInternals).additionalData?.hooks?.retryOf;
}
