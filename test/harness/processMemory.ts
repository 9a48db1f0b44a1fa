import { Workflow } from 'n8n-workflow';

/**
 * Forgets everything that the package keeps in the memory of the process. Modules that were loaded before still have
 * it. So modules that are loaded afterwards belong to another process.
 */
export function forgetProcessMemory(): void {
	const holder = Workflow as unknown as Record<symbol, unknown>;
	for (const symbol of Object.getOwnPropertySymbols(holder)) {
		if (symbol.description?.startsWith('n8n-nodes-rewards-engagement')) delete holder[symbol];
	}
}
