import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import type { ListSearchMethod } from '../run/resource';
import { listSearches } from './description';
import { loaders } from './loaders';

/** The lists of all resource locators, by the name in a locator. Each is loaded when a user opens it. */
export const listSearch: Record<string, ListSearchMethod> = Object.fromEntries(
	listSearches.map(({ name, resource }) => [name, searchOf(name, resource)]),
);

/** The same lists for fields with several choices. */
export const loadOptions = Object.fromEntries(
	Object.entries(listSearch).map(([name, search]) => [name, optionsOf(search)]),
);

function searchOf(name: string, resource: keyof typeof loaders): ListSearchMethod {
	return async function (...search) {
		const { listSearch: lists } = await loaders[resource]();
		return await lists![name]!.call(this, ...search);
	};
}

function optionsOf(search: ListSearchMethod) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { results } = await search.call(this);
		return results.map(({ name, value }) => ({ name, value }));
	};
}
