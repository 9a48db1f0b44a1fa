import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { unsentProblem } from '../errors';

/** Parts of n8n's contexts that its types do not declare (n8n-core, `node-execution-context.js`, since 1.123). */
interface ContextInternals {
	workflow?: { nodes?: Record<string, INode> };
	instanceSettings?: {
		instanceType?: string;
		/** n8n has several mains only together with workers. */
		isMultiMain?: boolean;
	};
	/** n8n 1.123 does not have it. */
	additionalData?: { rootExecutionMode?: string };
}

/**
 * The values that n8n keeps for a node, as hashes. n8n reads them, changes them, and writes all of them back. So one
 * call is one change, and its cost grows with their number (n8n, `deduplication-helper.js`).
 */
export interface Row {
	/** Adds values. Returns those that were not there before. */
	record: (values: string[]) => Promise<string[]>;
	remove: (values: string[]) => Promise<void>;
}

/**
 * The row of the node that the context belongs to, through n8n's public helpers.
 *
 * @param maxEntries how many values n8n keeps. It drops the oldest first.
 * @throws {Problem} if this version of n8n has no such helpers
 */
export function rowOf({ helpers }: IExecuteFunctions, maxEntries: number): Row {
	if (!hasRow(helpers)) {
		throw unsentProblem(
			'Not sent: this version of n8n cannot keep what this node did before',
			'Without it, a duplicate cannot be ruled out. Go back to your previous n8n version, and report this to the authors of the package.',
		);
	}
	const options = { mode: 'entries', maxEntries } as const;
	return {
		record: async (values) =>
			(await helpers.checkProcessedAndRecord(values, 'node', options)).new as string[],
		remove: async (values) => await helpers.removeProcessed(values, 'node', options),
	};
}

/** Whether n8n gives a node its row. */
export function hasRow(helpers: Partial<IExecuteFunctions['helpers']>): boolean {
	return Boolean(helpers.checkProcessedAndRecord && helpers.removeProcessed);
}

/** Whether n8n runs all executions in this process. If it has workers, they share n8n's store. */
export function isOnlyProcess(context: IExecuteFunctions): boolean {
	// If the type is missing, the safer case is assumed.
	const { instanceSettings } = context as ContextInternals;
	return instanceSettings?.instanceType === 'main' && instanceSettings.isMultiMain !== true;
}

/**
 * Whether other processes may be using n8n's store. In queue mode the main process runs executions that a person
 * starts, and the workflows that they call. It cannot know of workers (n8n, `workflow-runner.js`), so it then writes
 * like a worker.
 */
export function isShared(context: IExecuteFunctions): boolean {
	const { additionalData } = context as ContextInternals;
	const isByHand = context.getMode() === 'manual' || additionalData?.rootExecutionMode === 'manual';
	return !isOnlyProcess(context) || isByHand;
}

/** The name of another node of the workflow with the ID of this one. n8n stores the data of both in one row. */
export function twinOf(context: IExecuteFunctions): string | undefined {
	const { workflow } = context as unknown as ContextInternals;
	const { id, name } = context.getNode();
	for (const node of Object.values(workflow?.nodes ?? {}))
		if (node.id === id && node.name !== name) return node.name;
	return undefined;
}
