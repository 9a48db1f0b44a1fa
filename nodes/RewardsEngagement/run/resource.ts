import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { LocalOperation, Operation } from './operation';

/** What fills the list of a resource locator; a locator names it in its list mode. */
export type ListSearchMethod = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A resource of the node: the operations that n8n's panel shows together. */
export interface Resource<Name extends string = string> {
	/** Title Case, as in the menu. */
	name: string;
	/** One line for the menu. */
	description: string;
	/**
	 * The operation that the panel begins with. n8n leaves it out of what it saves, so it says what every saved workflow
	 * without an operation means: it never changes after a release.
	 */
	default: NoInfer<Name>;
	/**
	 * The key is the operation's name everywhere: saved workflows, API document, tests, tables. The menu is alphabetical.
	 */
	operations: Readonly<Record<Name, Operation | LocalOperation>>;
	/** Fields of its records that are as good as a key: n8n is asked to keep them out of what it shows of executions. */
	sensitive?: readonly string[];
	/** Fields of records without a simplified form that name a member's wallet: a model is not handed them. */
	keptFromModels?: readonly string[];
	/** The lists that resource locators offer, by the name that a locator gives. */
	listSearch?: Readonly<Record<string, ListSearchMethod>>;
}

/** Declares a resource; its default must be one of its operations. */
export function resource<Name extends string>(declaration: Resource<Name>): Resource<Name> {
	return declaration;
}
