import type { IExecuteFunctions } from 'n8n-workflow';

/** The end of an execution, as n8n tells its own parts of it. */
interface LifecycleHooks {
	addHandler(hook: 'workflowExecuteAfter', handler: (run: { status: string }) => Promise<void>): void;
}

/** What n8n's contexts hold beyond what their types promise. */
interface ContextInternals {
	additionalData?: { hooks?: LifecycleHooks };
	runExecutionData?: { resultData?: { error?: unknown } };
}

/** What is to be done at the end of an execution that runs now. */
const atEnd = new WeakMap<object, Array<() => Promise<void>>>();

/**
 * Has n8n run something once the execution has ended, which it has not when it waits. n8n waits for one handler before it
 * calls the next, so that each of a thousand events would ask the database by itself: all of an execution are one handler
 * here, and run together.
 *
 * Before n8n had a function for that it had the hook below it already, and whoever acknowledges an event when it is
 * finished must hear of the end: otherwise an event whose run failed would count as taken.
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
	if (context.onExecutionFinish) {
		context.onExecutionFinish(handler);
		return;
	}
	hooksOf(context)?.addHandler('workflowExecuteAfter', async ({ status }) => {
		if (status === 'waiting') return;
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
