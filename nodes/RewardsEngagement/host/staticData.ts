import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** Parts of n8n's contexts that its types do not declare (n8n-core, `node-execution-context.js`, since 1.123). */
interface ContextInternals {
	workflow?: { staticData?: IDataObject };
}

/**
 * Whether n8n stores the node's data together with the execution (its durable poll cursors). The data is then not
 * part of the workflow's static data.
 */
export function isDurable(context: IPollFunctions, data: IDataObject): boolean {
	const { workflow } = context as unknown as ContextInternals;
	const stored = workflow?.staticData;
	return stored !== undefined && stored[`node:${context.getNode().name}`] !== data;
}
