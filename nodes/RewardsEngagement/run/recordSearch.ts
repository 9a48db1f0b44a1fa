import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { z } from 'zod';

import { toNodeError, unsentProblem, type Problem } from '../errors';
import type { Field } from '../fields/field';
import { isRecord } from '../shared/json';
import type { NoRecord, Sent } from '../shared/record';
import { choosable, isNotFound, openListSearch, shownChoice, shownText } from './listSearch';
import type { Operation } from './operation';
import type { ListSearchMethod } from './resource';

/** The choices that a list may depend on: the noun for each parameter. */
const CHOSEN_FIRST = {
	activationId: 'activation',
	currencyId: 'currency',
	questId: 'quest',
	serviceId: 'member',
	taskId: 'task',
} as const;

interface List<Schema extends z.AnyZodObject, Id extends string> {
	/** The records of the list, such as `tasks`. */
	what: string;
	/** What an installation without such a list does not offer. By default, the list. */
	offers?: string;
	operation: Operation<Schema>;
	/** The choices that it depends on, outermost first. By default, none. */
	follows?: ReadonlyArray<keyof typeof CHOSEN_FIRST>;
	/** The field whose value is sent for a choice. By default, the ID of the record. */
	idField?: Id;
	/** Selects the records that can be chosen. By default, all. */
	isWanted?: (record: Sent<Schema>) => boolean;
	/** The label of a record. If it is empty, the list shows the value. */
	nameOf: (record: Sent<Schema>) => string;
	/** More facts about a record, in brackets. By default, none. */
	remarksOf?: (record: Sent<Schema>) => Array<string | false>;
}

/**
 * The list of a locator, which may depend on earlier choices. It reads all pages, and searches the labels for the
 * user's text.
 *
 * The search throws an error for the user: what to choose first, or that this installation has no such list.
 */
export function recordSearch<
	Id extends string = 'id',
	Schema extends z.ZodObject<Record<Id, z.ZodTypeAny>> = z.ZodObject<Record<Id, z.ZodTypeAny>>,
>({
	what,
	offers,
	operation,
	follows = [],
	idField = 'id' as Id,
	isWanted = () => true,
	nameOf,
	remarksOf = () => [],
}: List<Schema, Id>): ListSearchMethod {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const search = await openListSearch(this);
		const chosen = Object.fromEntries(
			follows.map((name) => [name, chosenFirst(this, name, what, operation.parameters[name])]),
		);
		const records = await search(operation, chosen).catch((thrown: unknown) => {
			if (!isNotFound(thrown)) throw thrown;
			throw toNodeError(this.getNode(), noList(what, offers, follows.length > 0));
		});
		const wanted = filter.trim().toLowerCase();
		const results = choosable(records.filter(isWanted), idField)
			.map(({ record, value }) => {
				const remarks = remarksOf(record).filter(Boolean).join(', ');
				return { name: `${nameOf(record) || value}${remarks && ` (${remarks})`}`, value };
			})
			.filter(({ name, value }) => name.toLowerCase().includes(wanted) || value === filter.trim());
		return { results };
	};
}

/**
 * The earlier choice: an ID, or a name that is looked up.
 *
 * @param what the records of the list, such as `tasks`
 * @param field the field with the choice
 * @throws an error for the user if nothing is chosen
 */
export function chosenFirst(
	context: ILoadOptionsFunctions,
	name: keyof typeof CHOSEN_FIRST,
	what: string,
	field?: Field<unknown>,
): unknown {
	const { value, mode } = shownChoice(context, name);
	if (value !== '') return field?.byMode?.[mode]?.safeParse(value).data ?? value;
	const missing = unsentProblem(
		`Choose the ${CHOSEN_FIRST[name]} first to list its ${what}`,
		'If it is an expression without a value here, run the nodes before this one. Or switch this field to "By ID".',
	);
	throw toNodeError(context.getNode(), missing);
}

function noList(what: string, offers: string | undefined, isBelow: boolean): Problem {
	if (offers !== undefined) {
		return unsentProblem(
			`This installation of the service does not offer ${offers}: switch to "By ID"`,
			'Copy the ID from the dashboard or from an event.',
		);
	}
	const orUnknown = isBelow ? ', or your choice above no longer exists' : '';
	return unsentProblem(
		`This installation does not offer a list of ${what}${orUnknown}`,
		'Switch this field to "By ID" and copy the ID from the dashboard.',
	);
}

/** The name of the item that a record of the store or a raffle gives away. */
export function itemName({ item }: { readonly item: { readonly name: unknown } | NoRecord }): string {
	return isRecord(item) ? shownText(item.name) : '';
}
