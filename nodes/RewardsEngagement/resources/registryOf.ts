import { isExpression, type IExecuteFunctions } from 'n8n-workflow';

import { Registry } from '../run/registry';
import { sensitiveFields } from './description';
import { loaders } from './loaders';

/**
 * The registry with the resource of this node, and no other one. If an expression chooses the resource, each item may
 * have a different one, so the registry has all of them.
 */
export async function registryOf(context: IExecuteFunctions): Promise<Registry> {
	const written = context.getNodeParameter('resource', 0, '', { rawExpressions: true });
	const isUsed = isExpression(written) ? () => true : (name: string) => name === written;
	const used = Object.entries(loaders).filter(([name]) => isUsed(name));
	const loaded = await Promise.all(used.map(async ([name, load]) => [name, await load()] as const));
	return new Registry(Object.fromEntries(loaded), sensitiveFields);
}
