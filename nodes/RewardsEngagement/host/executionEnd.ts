import type { IExecuteFunctions } from 'n8n-workflow';

/** Parts of n8n's contexts that its types do not declare. */
interface ContextInternals {
	additionalData?: {
		hooks?: { addHandler(hook: 'workflowExecuteAfter', handler: () => Promise<void>): void };
	};
	runExecutionData?: { resultData?: { error?: unknown } };
}

/** Handlers for the end of an execution that runs now. */
const atEnd = new WeakMap<object, Array<() => Promise<void>>>();

/**
 * Makes n8n call a handler when the execution has ended or starts to wait. After a wait n8n continues with a new
 * context, which knows nothing of this one. n8n calls handlers one after the other, so all handlers of an execution
 * are combined and run together.
 *
 * n8n's own function does not report executions that wait, and older versions of n8n do not have it. The hook used
 * here reports both.
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
			context.logger.warn(
				`"${context.getNode().name}" could not save the state of its events or keys: ${String(error)}`,
			);
		});
	});
}

/** Whether this version of n8n can report the end of an execution. */
export function canTellEnd(context: IExecuteFunctions): boolean {
	return (
		context.onExecutionFinish !== undefined || Boolean((context as ContextInternals).additionalData?.hooks)
	);
}

/** Whether an execution that is over ended with an error. Also true if that cannot be seen. */
export function hasFailed(context: IExecuteFunctions): boolean {
	const { resultData } = (context as ContextInternals).runExecutionData ?? {};
	return resultData === undefined || resultData.error !== undefined;
}
