import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n's contexts hold beyond what their types promise. */
interface ContextInternals {
	additionalData?: {
		hooks?: { addHandler(hook: 'workflowExecuteAfter', handler: () => Promise<void>): void };
	};
	runExecutionData?: { resultData?: { error?: unknown } };
}

/** What is to be done at the end of an execution that runs now. */
const atEnd = new WeakMap<object, Array<() => Promise<void>>>();

/**
 * Has n8n run something once the execution has ended or waits. After a wait n8n goes on in another run, which knows nothing
 * of this one. n8n calls one handler after the other, so all handlers of an execution are one here, and run together.
 *
 * n8n's own function does not tell of executions that wait, and an older n8n has none. The hook below it tells of both.
 */
export function onExecutionEnd(context: IExecuteFunctions, handler: () => Promise<void>): void {
	const { additionalData } = context as ContextInternals;
	const known = additionalData && atEnd.get(additionalData);
	if (known) {
		known.push(handler);
		return;
	}
	const handlers = [handler];
	if (additionalData) atEnd.set(additionalData, handlers);
	const all = async () => {
		if (additionalData) atEnd.delete(additionalData);
		await Promise.all(handlers.map(async (one) => await one()));
	};
	if (!additionalData?.hooks) {
		context.onExecutionFinish?.(all);
		return;
	}
	additionalData.hooks.addHandler('workflowExecuteAfter', async () => {
		await all().catch((error: unknown) => {
			context.logger.warn(`"${context.getNode().name}" could not settle what it claimed: ${String(error)}`);
		});
	});
}

/** Whether this n8n can tell the end of an execution. */
export function canTellEnd(context: IExecuteFunctions): boolean {
	return (
		context.onExecutionFinish !== undefined || Boolean((context as ContextInternals).additionalData?.hooks)
	);
}

/** Whether an execution that is over ended with an error, or it cannot be seen. */
export function hasFailed(context: IExecuteFunctions): boolean {
	const { resultData } = (context as ContextInternals).runExecutionData ?? {};
	return resultData === undefined || resultData.error !== undefined;
}
