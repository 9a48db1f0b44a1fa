import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

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
	const own = storedFor(context, context.getNode().name);
	return workflow?.staticData !== undefined && own !== data;
}

/** The data of a node in the workflow's static data. */
export function storedFor(
	context: IExecuteFunctions | IPollFunctions,
	name: string,
): IDataObject | undefined {
	const { workflow } = context as unknown as ContextInternals;
	return workflow?.staticData?.[`node:${name}`] as IDataObject | undefined;
}
