import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n's contexts hold beyond what their types promise (n8n-core, `node-execution-context.js`, 1.123 to 2.41). */
interface ContextInternals {
	instanceSettings?: {
		instanceType?: string;
		/** Only n8n with workers has several. */
		isMultiMain?: boolean;
	};
	additionalData?: { rootExecutionMode?: string };
}

/** Whether n8n runs all executions in this process. A worker does not: others share n8n's store with it. */
export function isOnlyProcess(context: IExecuteFunctions): boolean {
	// Where it is missing, the safer case is assumed.
	const { instanceSettings } = context as ContextInternals;
	return instanceSettings?.instanceType === 'main' && instanceSettings.isMultiMain !== true;
}

/**
 * Whether other processes may be using n8n's store. In queue mode the main runs what a person starts, with the workflows
 * that it calls, and it cannot know of workers (n8n, `workflow-runner.js`). So a main that runs such an execution leaves
 * the same marks as a worker.
 */
export function isShared(context: IExecuteFunctions): boolean {
	const { additionalData } = context as ContextInternals;
	const isByHand = context.getMode() === 'manual' || additionalData?.rootExecutionMode === 'manual';
	return !isOnlyProcess(context) || isByHand;
}
