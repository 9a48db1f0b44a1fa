import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Parts of n8n's contexts that its types do not declare (n8n-core, `node-execution-context.js` and
 * `execution-lifecycle-hooks.js`, since 1.123).
 */
interface ContextInternals {
	instanceSettings?: {
		instanceType?: string;
		/** n8n has several mains only together with workers. */
		isMultiMain?: boolean;
	};
	/** n8n 1.123 has neither of these two. */
	additionalData?: { rootExecutionMode?: string; hooks?: { retryOf?: string } };
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

/** The ID of the execution that this one retries, if a person started the retry. n8n 1.123 does not give it. */
export function retriedExecution(context: IExecuteFunctions): string | undefined {
	return (context as ContextInternals).additionalData?.hooks?.retryOf;
}
