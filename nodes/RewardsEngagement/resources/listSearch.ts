import type { ListSearchMethod } from '../run/resource';
import { listSearches } from './description';

/** The lists of all resource locators, by the name that a locator gives; loaded when a person opens the first. */
export const listSearch: Record<string, ListSearchMethod> = Object.fromEntries(
	listSearches.map((name) => [name, searchOf(name)]),
);

function searchOf(name: string): ListSearchMethod {
	return async function (...search) {
		const { registry } = await import('./registry');
		return await registry.listSearch[name]!.call(this, ...search);
	};
}
