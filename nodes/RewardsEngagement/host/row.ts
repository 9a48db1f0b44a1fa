import type { IExecuteFunctions } from 'n8n-workflow';

import { unsentProblem } from '../errors';

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
