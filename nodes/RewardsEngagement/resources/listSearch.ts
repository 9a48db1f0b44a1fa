import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import type { ListSearchMethod } from '../declare/resource';
import { listSearches } from './description';

/** The lists of all resource locators, by the name in a locator. The code is loaded when a user opens one. */
export const listSearch: Record<string, ListSearchMethod> = Object.fromEntries(
	listSearches.map((name) => [name, searchOf(name)]),
);

/** The same lists for fields with several choices. */
export const loadOptions = Object.fromEntries(
	Object.entries(listSearch).map(([name, search]) => [name, optionsOf(search)]),
);

function searchOf(name: string): ListSearchMethod {
	return async function (...search) {
		const { registry } = await import('./registry');
		return await registry.listSearch[name]!.call(this, ...search);
	};
}

function optionsOf(search: ListSearchMethod) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { results } = await search.call(this);
		return results.map(({ name, value }) => ({ name, value }));
	};
}
