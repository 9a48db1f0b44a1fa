import type { IExecuteFunctions } from 'n8n-workflow';

import type { Found } from '../fields/recordName';
import type { ItemContent } from './operation';
import { isTool } from './tool';

/** What came of an item. */
export type Result = { contents: ItemContent[] } | { thrown: unknown };

/** What the tries of one run of a node know of each other. */
export interface TryMemory {
	/** What came of the items that must not be sent again, by item. */
	readonly results: Map<number, Result>;
	/** Records that were looked up: an item that was paid is found at each try, and by the same name. */
	readonly names: Map<string, Found | { thrown: unknown }>;
}

/** By what is the same at each try, and at no other call of the node; then by node and run. */
const tries = new WeakMap<object, Map<string, TryMemory>>();

/**
 * The memory that the tries of n8n's *Retry On Fail* share; nothing where n8n does not try again. It lives as long as the
 * execution does in this process, which is as long as n8n tries again.
 */
export function tryMemoryOf(context: IExecuteFunctions): TryMemory | undefined {
	const node = context.getNode();
	// n8n makes one cancel signal for each execution. Two calls of a tool by agents at work at the same time may have the same
	// number. But each has its own input, which n8n hands to all its tries.
	const same = isTool(node) ? context.getInputData()[0] : context.getExecutionCancelSignal();
	if (!node.retryOnFail || !same) return undefined;
	const runs = tries.get(same) ?? new Map<string, TryMemory>();
	tries.set(same, runs);
	const run = `${node.id} ${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	const memory = runs.get(run) ?? { results: new Map<number, Result>(), names: new Map() };
	runs.set(run, memory);
	return memory;
}
