import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { twinOf } from '../host/otherNodes';
import { isShared } from '../host/process';
import { processMemory } from '../host/processMemory';
import { rowOf } from '../host/row';
import { nodeKey } from '../shared/nodeKey';
import { Journal, JournalMemory } from './journal';

/** How many values n8n keeps for a node that pays. A key counts as two, and a key of the user as three. */
const MAX_PAYMENT_VALUES = 30_000;

/** How many values n8n keeps for a trigger. An event counts as one. */
const MAX_EVENT_VALUES = 10_000;

/** By node. */
const memories = processMemory('journals', () => new Map<string, JournalMemory>());

/** What this process knows of the journal of the node. */
export function memoryOf(context: IExecuteFunctions | IWebhookFunctions): JournalMemory {
	const key = nodeKey(context);
	const memory = memories.get(key) ?? new JournalMemory();
	memories.set(key, memory);
	return memory;
}

/**
 * The journal of the payments of a node.
 *
 * @param context of that node
 * @throws {Problem} if the workflow was not saved, or n8n does not keep values
 */
export function paymentsOf(context: IExecuteFunctions): Journal {
	if (!context.getWorkflow().id)
		throw unsentProblem('Not sent: a key needs a saved workflow', 'Save the workflow, then run it again.');
	const rules = { of: 'payments', isShared: isShared(context) } as const;
	return new Journal(rowOf(context, MAX_PAYMENT_VALUES), rules, memoryOf(context));
}

/**
 * The journal of the events of a node.
 *
 * @throws {Problem} if another node has its ID, or n8n does not keep values
 */
export function eventsOf(context: IExecuteFunctions): Journal {
	const twin = twinOf(context);
	if (twin !== undefined) throw hasTwin(context.getNode().name, twin, 'Each would drop events of the other.');
	const rules = { of: 'events', isShared: isShared(context) } as const;
	return new Journal(rowOf(context, MAX_EVENT_VALUES), rules, memoryOf(context));
}

/** Two nodes with one ID share their row: an item of one would count as done by the other. */
export function hasTwin(name: string, twin: string, consequence: string): Problem {
	return unsentProblem(
		`The nodes "${name}" and "${twin}" have the same ID`,
		`Copy one of them, paste it, and delete the original: the copy gets its own ID. ${consequence}`,
	);
}
