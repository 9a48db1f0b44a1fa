import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * The address of this n8n instance, as its host configured it. n8n gives it only as part of the address that resumes an
 * execution: `<base>/<endpoint>/<execution>`.
 */
export function ownAddress(context: IExecuteFunctions): string {
	try {
		const resumeUrl = context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string;
		return resumeUrl.replace(/(\/[^/]+){2}\/*$/, '');
	} catch {
		// n8n's own reading of a text that is no address (n8n-core, `get-additional-keys.js`).
		return 'the address in WEBHOOK_URL';
	}
}
