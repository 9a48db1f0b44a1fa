import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Parts of n8n's contexts that its types do not declare (n8n-core, `execution-lifecycle-hooks.js`).
 */
interface ContextInternals {
	additionalData?: { hooks?: { retryOf?: string } };
}

/** The ID of the execution that this one retries, if a person started the retry. n8n 1.123 does not give it. */
export function retriedExecution(context: IExecuteFunctions): string | undefined {
	return (context as ContextInternals).additionalData?.hooks?.retryOf;
}
