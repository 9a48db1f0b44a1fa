import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { mayBeApplied, notRecorded } from './keyProblems';
import type { Outcome } from '../errors';
import { onExecutionEnd } from '../host/executionEnd';
import { retriedExecution } from '../host/process';
import type { ExecutionData } from './executionData';
import { KeyStore } from './keyStore';

/**
 * Claims a key for the execution itself. This happens before the execution sends something that only its own data
 * records. n8n saves that data when the execution ends or waits, and the key is free from then on. If n8n dies
 * before, the key stays open, and a retry finds it.
 *
 * A person may retry the first attempt or a later one. So each attempt claims the key of the first attempt, and one
 * for itself. A retry's keys stay open even if it was refused, because another retry of either attempt may lack its
 * data. It also claims the keys of earlier parts, which a person may have released: a retry of an earlier attempt
 * finds only those.
 *
 * @throws {Problem} if another attempt may have sent something, or the key could not be recorded
 */
export async function claimExecution(context: IExecuteFunctions, { saved }: ExecutionData): Promise<void> {
	const executionId = context.getExecutionId() as string | undefined;
	const mode = context.getMode();
	// A test execution cannot be retried.
	if (executionId === undefined || mode === 'manual' || !context.getWorkflow().id) return;
	const retried = retriedExecution(context);
	if (mode === 'retry' && retried === undefined && saved.execution === undefined)
		throw mayBeApplied('untold');
	// Saved even if nothing may be sent: a retry of this attempt is an attempt at the same execution.
	saved.execution ??= retried ?? executionId;
	const first = saved.execution;
	const part = saved.parts + 1;
	const keyOf = (id: string, number = part) => `execution ${id}, part ${number}${suffixOf(context)}`;
	const earlier =
		mode === 'retry' ? Array.from({ length: saved.parts }, (_, index) => keyOf(first, index + 1)) : [];
	const keys = [...new Set([keyOf(first), keyOf(executionId), ...earlier])];
	const store = KeyStore.of(context);
	const claim = store.claim(keys.map((key) => ({ key }))).catch(notRecorded);
	let isClaimed = false;
	onExecutionEnd(context, async () => {
		// An execution may be canceled while it claims. Its key then stays open, but is no longer in use.
		const outcome: Outcome = mode === 'retry' || !isClaimed ? 'unknown' : 'notApplied';
		const states = await claim.catch(() => []);
		const own = keys.filter((_key, index) => states[index] === 'mine');
		await store.settle(own.map((key) => ({ key, outcome })));
	});
	const [state] = await claim;
	if (state !== 'mine') throw mayBeApplied('interrupted', keys[0]);
	isClaimed = true;
	saved.parts += 1;
}

/**
 * Whether a key stands for an execution, and not for one request.
 *
 * @param context of the node that has the key
 */
export function isExecutionKey(context: IExecuteFunctions, key: string): boolean {
	return key.startsWith('execution ') && key.endsWith(suffixOf(context));
}

/** Unlike the suffix of other keys, it does not depend on the realm. */
function suffixOf(context: IExecuteFunctions): string {
	return `@${createHash('sha256').update(context.getNode().id).digest('hex').slice(0, 12)}`;
}
