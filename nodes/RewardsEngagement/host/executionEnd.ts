import type { IExecuteFunctions } from 'n8n-workflow';

/** The end of an execution, as n8n tells its own parts of it. */
interface LifecycleHooks {
	addHandler(hook: 'workflowExecuteAfter', handler: () => Promise<void>): void;
}

/** What n8n's contexts hold beyond what their types promise. */
interface ContextInternals {
	additionalData?: { hooks?: LifecycleHooks };
	runExecutionData?: { resultData?: { error?: unknown } };
}

/** What is to be done at the end of an execution that runs now. */
const atEnd = new WeakMap<object, Array<() => Promise<void>>>();

/**
 * Has n8n run something once the execution has ended, or waits: from then on n8n keeps it, and goes on with it in a run of
 * its own, which knows nothing of what was to be done here. n8n waits for one handler before it calls the next, so that
 * each of a thousand events would ask the database by itself: all of an execution are one handler here, and run together.
 *
 * n8n's own function leaves an execution that waits out, and an older n8n has none; the hook below it tells of both. Whoever
 * acknowledges an event when it is finished must hear of the end: otherwise an event whose run failed would count as taken.
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
	register(context, async () => {
		if (additionalData) atEnd.delete(additionalData);
		await Promise.all(handlers.map(async (one) => await one()));
	});
}

function register(context: IExecuteFunctions, handler: () => Promise<void>): void {
	const hooks = hooksOf(context);
	if (!hooks) {
		context.onExecutionFinish?.(handler);
		return;
	}
	hooks.addHandler('workflowExecuteAfter', async () => {
		await handler().catch((error: unknown) => {
			context.logger.warn(`"${context.getNode().name}" could not settle an event: ${String(error)}`);
		});
	});
}

/** Whether this n8n can tell the end of an execution, see {@link onExecutionEnd}. */
export function canTellEnd(context: IExecuteFunctions): boolean {
	return context.onExecutionFinish !== undefined || hooksOf(context) !== undefined;
}

/** Whether an execution that is over ended with an error. Where that cannot be seen, the safer case is assumed. */
export function hasFailed(context: IExecuteFunctions): boolean {
	const { resultData } = (context as ContextInternals).runExecutionData ?? {};
	return resultData === undefined || resultData.error !== undefined;
}

function hooksOf(context: IExecuteFunctions): LifecycleHooks | undefined {
	return (context as ContextInternals).additionalData?.hooks;
}
