import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** What n8n's contexts hold beyond what their types promise (n8n-core, `node-execution-context.js`, 1.123 to 2.41). */
interface ContextInternals {
	workflow?: { staticData?: IDataObject };
}

/**
 * Whether n8n stores the node's data in one go with the execution (its durable poll cursors): it is then no part of the
 * workflow's static data.
 */
export function isDurable(context: IPollFunctions, data: IDataObject): boolean {
	const { workflow } = context as unknown as ContextInternals;
	const own = workflow?.staticData?.[`node:${context.getNode().name}`];
	return workflow?.staticData !== undefined && own !== data;
}
