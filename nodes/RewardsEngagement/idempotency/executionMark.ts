import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { onExecutionEnd } from '../host/executionEnd';
import { rowAsideOf, withRetries } from '../host/processedData';
import { retriedExecution } from '../host/retriedExecution';

/** Executions that run now, or were interrupted, or are retries. The oldest go first. */
const MOST = 10_000;

const rowOf = (context: IExecuteFunctions) => rowAsideOf(context, 'running', { mostValues: MOST });

/**
 * Marks in n8n's store that this execution is about to send something of which its own data is the only record. n8n saves
 * that data when the execution ends or waits. If n8n dies before, the mark stays, and a retry finds it.
 *
 * The mark of a retry stays for good: a second retry of the first execution does not have the data of the first retry.
 *
 * @param stored the data of the execution: which execution it was at first, and how many marks it had
 * @returns the mark where somebody else has it, so that nothing may be sent; nothing where this execution has it
 * @throws what the store throws, when it keeps failing
 */
export async function markExecution(
	context: IExecuteFunctions,
	stored: IDataObject,
): Promise<string | undefined> {
	const executionId = context.getExecutionId() as string | undefined;
	// A test execution cannot be retried.
	if (executionId === undefined || context.getMode() === 'manual' || !context.getWorkflow().id)
		return undefined;
	const retryOf = retriedExecution(context);
	const first = (stored.idempotencyExecution as string | undefined) ?? retryOf ?? executionId;
	const part = Number(stored.idempotencyPart ?? 0) + 1;
	const mark = markOf(context, first, part);
	const row = rowOf(context);
	const [fresh] = await withRetries(row).record([mark]);
	if (fresh === undefined) return mark;
	Object.assign(stored, { idempotencyExecution: first, idempotencyPart: part });
	if (context.getMode() !== 'retry') onExecutionEnd(context, async () => await row.remove([mark]));
	return undefined;
}

function markOf(context: IExecuteFunctions, execution: string, part: number): string {
	const node = createHash('sha256').update(context.getNode().id).digest('hex').slice(0, 12);
	return `execution ${execution}, part ${part}@${node}`;
}

/** Frees a mark. @returns whether it was there */
export async function releaseMark(context: IExecuteFunctions, mark: string): Promise<boolean> {
	const row = rowOf(context);
	const [fresh] = await row.record([mark]);
	await row.remove([mark]);
	return fresh === undefined;
}
