import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { LocalOperation, Operation } from './operation';

/** Fills the list of a resource locator, which refers to it by name in its list mode. */
export type ListSearchMethod = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A resource of the node: the operations that n8n's panel groups together. */
export interface Resource<Name extends string = string> {
	/** Title case, as in the menu. */
	name: string;
	/** One line for the menu. */
	description: string;
	/** What users of all its operations must know first. The panel shows it below the operation. */
	notice?: string;
	/**
	 * The first operation in the panel. It never changes after a release, because n8n does not save a parameter that
	 * equals its default. Every saved workflow without an operation means this one.
	 */
	default: NoInfer<Name>;
	/**
	 * The key is the operation's name everywhere: in saved workflows, the API document, tests and tables. The menu is
	 * alphabetical.
	 */
	operations: Readonly<Record<Name, Operation | LocalOperation>>;
	/**
	 * Fields of its records that are as sensitive as a key. We ask n8n to hide them in the executions that it shows.
	 */
	sensitive?: readonly string[];
	/** Fields with a member's wallet, in records without a simplified form. A model does not get them. */
	keptFromModels?: readonly string[];
	/** The lists for resource locators, by the name in a locator. */
	listSearch?: Readonly<Record<string, ListSearchMethod>>;
}

/** Declares a resource. Its default must be one of its operations, which keep their types. */
export function resource<Operations extends Resource['operations']>(
	declaration: Resource<keyof Operations & string> & { operations: Operations },
): typeof declaration {
	return declaration;
}
