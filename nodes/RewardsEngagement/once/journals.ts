import type { IExecuteFunctions } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { isShared, rowOf } from '../host/row';
import { Journal, memoryOf } from './journal';

/** How many values n8n keeps for a node that pays. A key counts as two, and a key of the user as three. */
const MAX_PAYMENT_VALUES = 30_000;

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

/** Two nodes with one ID share their row: an item of one would count as done by the other. */
export function hasTwin(name: string, twin: string, consequence: string): Problem {
	return unsentProblem(
		`The nodes "${name}" and "${twin}" have the same ID`,
		`Copy one of them, paste it, and delete the original: the copy gets its own ID. ${consequence}`,
	);
}
