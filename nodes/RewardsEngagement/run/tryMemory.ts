import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemContent } from '../declare/operation';
import type { Found } from '../fields/field';
import { processMemory } from '../host/processMemory';
import { isTool } from '../host/tool';

/** The result of an item. */
export type Result = { contents: ItemContent[] } | { thrown: unknown };

/** The data that the tries of one run of a node share. */
export interface TryMemory {
	/** Results of the items that must not be sent again, by item. */
	readonly results: Map<number, Result>;
	/** Look-up results. Each try then finds the member of a paid item again, with the same name. */
	readonly names: Map<string, Found | { thrown: unknown }>;
}

/** By an object that is the same in each try, and in no other call of the node. Then by node and run. */
const tries = processMemory('tries', () => new WeakMap<object, Map<string, TryMemory>>());

/**
 * The memory that the tries of n8n's *Retry On Fail* share. `undefined` if n8n does not retry. It lives as long as
 * the execution is in this process, and n8n retries no longer than that.
 */
export function tryMemoryOf(context: IExecuteFunctions): TryMemory | undefined {
	const node = context.getNode();
	// n8n makes one cancel signal per execution. Two tool calls of agents that run concurrently may have the same run
	// index. But each has a separate input, which n8n passes to all its tries.
	const same = isTool(node) ? context.getInputData()[0] : context.getExecutionCancelSignal();
	if (!node.retryOnFail || !same) return undefined;
	const runs = tries.get(same) ?? new Map<string, TryMemory>();
	tries.set(same, runs);
	const run = `${node.id} ${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	const memory = runs.get(run) ?? { results: new Map<number, Result>(), names: new Map() };
	runs.set(run, memory);
	return memory;
}
