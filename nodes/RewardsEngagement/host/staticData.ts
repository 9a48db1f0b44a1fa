import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

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
	const own = storedFor(context, context.getNode().name);
	return workflow?.staticData !== undefined && own !== data;
}

/** What n8n stores for a node of the workflow as part of the workflow's static data. */
export function storedFor(
	context: IExecuteFunctions | IPollFunctions,
	name: string,
): IDataObject | undefined {
	const { workflow } = context as unknown as ContextInternals;
	return workflow?.staticData?.[`node:${name}`] as IDataObject | undefined;
}
