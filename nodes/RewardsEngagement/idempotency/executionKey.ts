import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { onExecutionEnd } from '../host/executionEnd';
import { retriedExecution } from '../host/process';
import type { ExecutionData } from './executionData';
import { KeyStore } from './keyStore';

/**
 * Claims a key for the execution itself before it sends something that only its own data records. n8n saves that data when
 * the execution ends or waits, and the key is free from then on. If n8n dies before, the key stays open, and a retry finds it.
 *
 * The key of a retry stays open: a second retry of the first execution does not have the data of the first retry.
 *
 * @returns the key if another attempt has it, so that nothing may be sent; nothing if this execution has it
 * @throws what the store throws after several attempts
 */
export async function claimExecution(
	context: IExecuteFunctions,
	{ saved }: ExecutionData,
): Promise<string | undefined> {
	const executionId = context.getExecutionId() as string | undefined;
	// A test execution cannot be retried.
	if (executionId === undefined || context.getMode() === 'manual' || !context.getWorkflow().id)
		return undefined;
	// Kept even if nothing may be sent: a retry of this attempt is an attempt at the same execution.
	saved.execution ??= retriedExecution(context) ?? executionId;
	const parts = saved.parts + 1;
	const key = `execution ${saved.execution}, part ${parts}${suffixOf(context)}`;
	const store = KeyStore.of(context);
	const [state] = await store.claim([{ key }]);
	if (state !== 'mine') return key;
	saved.parts = parts;
	const outcome = context.getMode() === 'retry' ? 'unknown' : 'notApplied';
	onExecutionEnd(context, async () => await store.settle([{ key, outcome }]));
	return undefined;
}

/** Whether a key stands for an execution, and not for one request. @param context of the node that has the key */
export function isExecutionKey(context: IExecuteFunctions, key: string): boolean {
	return key.startsWith('execution ') && key.endsWith(suffixOf(context));
}

/** Unlike that of other keys, it does not depend on the realm. */
function suffixOf(context: IExecuteFunctions): string {
	return `@${createHash('sha256').update(context.getNode().id).digest('hex').slice(0, 12)}`;
}
