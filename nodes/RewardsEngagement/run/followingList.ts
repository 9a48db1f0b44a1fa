import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { z } from 'zod';

import { InvalidParameter } from '../errors/invalidParameter';
import { toNodeError } from '../errors/nodeError';
import type { Field } from '../fields/field';
import type { Sent } from '../shared/record';
import { choosable, isNotFound, openListSearch, shownChoice } from './listSearch';
import type { Operation } from './operation';
import type { ListSearchMethod } from './resource';

/** What must be chosen before a list can be shown, by the parameter that holds the choice. */
const CHOSEN_FIRST = {
	activationId: 'activation',
	currencyId: 'currency',
	questId: 'quest',
	serviceId: 'member',
	taskId: 'task',
} as const;

interface List<Schema extends z.AnyZodObject, Id extends string> {
	/** What it holds, such as `tasks`. */
	what: string;
	operation: Operation<Schema>;
	/** The choices it follows, from the outside in. */
	follows: ReadonlyArray<keyof typeof CHOSEN_FIRST>;
	/** The field that a choice is sent as. By default, the ID of the record. */
	idField?: Id;
	/** Which records can be chosen. By default, all. */
	isWanted?: (record: Sent<Schema>) => boolean;
	/** What a person knows a record by. */
	nameOf: (record: Sent<Schema>) => string;
}

/**
 * The list of a locator that follows the choices before it. All pages are read; what the person types is looked for in
 * the names.
 *
 * The search throws an error with the reason for the person at the screen: what to choose first, or that this
 * installation has no such list.
 */
export function followingList<
	Id extends string = 'id',
	Schema extends z.ZodObject<Record<Id, z.ZodTypeAny>> = z.ZodObject<Record<Id, z.ZodTypeAny>>,
>({
	what,
	operation,
	follows,
	idField = 'id' as Id,
	isWanted = () => true,
	nameOf,
}: List<Schema, Id>): ListSearchMethod {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const search = await openListSearch(this);
		const chosen = Object.fromEntries(
			follows.map((name) => [name, chosenFirst(this, name, what, operation.parameters[name])]),
		);
		const records = await search(operation, chosen).catch((thrown: unknown) => {
			throw isNotFound(thrown) ? noList(this, what, follows.length > 0) : thrown;
		});
		const wanted = filter.trim().toLowerCase();
		const results = choosable(records.filter(isWanted), idField)
			.map(({ record, value }) => ({ name: nameOf(record) || value, value }))
			.filter(({ name, value }) => name.toLowerCase().includes(wanted) || value === filter.trim());
		return { results };
	};
}

/**
 * What is chosen above: an ID, or a name that is looked up.
 *
 * @param what the list holds, such as `tasks`
 * @param field that is chosen in
 * @throws an error for the person at the screen, where nothing is chosen
 */
export function chosenFirst(
	context: ILoadOptionsFunctions,
	name: keyof typeof CHOSEN_FIRST,
	what: string,
	field?: Field<unknown>,
): unknown {
	const { value, mode } = shownChoice(context, name);
	if (value !== '') return field?.byMode?.[mode]?.safeParse(value).data ?? value;
	const missing = new InvalidParameter(
		`Choose the ${CHOSEN_FIRST[name]} first: the list holds its ${what}`,
		'Where it is an expression that has no value here, run the nodes before this one, or switch this field to "By ID".',
	);
	throw toNodeError(context.getNode(), missing);
}

function noList(context: ILoadOptionsFunctions, what: string, isBelow: boolean): Error {
	const orUnknown = isBelow ? ', or what is chosen above is not there any more' : '';
	const missing = new InvalidParameter(
		`This installation does not offer a list of ${what}${orUnknown}`,
		'Switch this field to "By ID" and copy the ID from the dashboard.',
	);
	return toNodeError(context.getNode(), missing);
}
