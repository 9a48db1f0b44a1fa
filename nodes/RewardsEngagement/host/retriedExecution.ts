import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n's contexts hold beyond what their types promise (n8n-core, `execution-lifecycle-hooks.js`, 1.123 to 2.41). */
interface ContextInternals {
	additionalData?: { hooks?: { retryOf?: string } };
}

/** The ID of the execution that this one retries, where a person asked for it. */
export function retriedExecution(context: IExecuteFunctions): string | undefined {
	return (context as ContextInternals).additionalData?.hooks?.retryOf;
}
