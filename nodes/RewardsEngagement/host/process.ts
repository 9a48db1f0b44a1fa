import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * What n8n's contexts hold beyond what their types promise (n8n-core, `node-execution-context.js` and
 * `execution-lifecycle-hooks.js`, 1.123 to 2.41).
 */
interface ContextInternals {
	instanceSettings?: {
		instanceType?: string;
		/** Only n8n with workers has several. */
		isMultiMain?: boolean;
	};
	/** n8n 1.123 has neither of these two. */
	additionalData?: { rootExecutionMode?: string; hooks?: { retryOf?: string } };
}

/** Whether n8n runs all executions in this process. A worker does not: others share n8n's store with it. */
export function isOnlyProcess(context: IExecuteFunctions): boolean {
	// Where it is missing, the safer case is assumed.
	const { instanceSettings } = context as ContextInternals;
	return instanceSettings?.instanceType === 'main' && instanceSettings.isMultiMain !== true;
}

/**
 * Whether other processes may be using n8n's store. In queue mode the main runs what a person starts, and the workflows
 * that it calls. It cannot know of workers (n8n, `workflow-runner.js`), so it then writes as a worker does.
 */
export function isShared(context: IExecuteFunctions): boolean {
	const { additionalData } = context as ContextInternals;
	const isByHand = context.getMode() === 'manual' || additionalData?.rootExecutionMode === 'manual';
	return !isOnlyProcess(context) || isByHand;
}

/** The ID of the execution that this one retries, if a person asked for that. n8n 1.123 does not say it. */
export function retriedExecution(context: IExecuteFunctions): string | undefined {
	return (context as ContextInternals).additionalData?.hooks?.retryOf;
}
