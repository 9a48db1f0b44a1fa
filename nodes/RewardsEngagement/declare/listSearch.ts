import { type ILoadOptionsFunctions, type INodeListSearchResult, isExpression } from 'n8n-workflow';
import type { z } from 'zod';

import { Client } from '../api/client';
import { MAX_PAGES_INTERACTIVE } from '../api/paging';
import { listIn } from '../api/records';
import { POLICIES } from '../api/retry';
import { type Problem, toNodeError, unsentProblem } from '../errors';
import { type Field, type Found, RecordName } from '../fields/field';
import { idSchema } from '../fields/text';
import { isRecord } from '../shared/json';
import { isSent, type Sent } from '../shared/record';
import type { Operation } from './operation';
import type { ListSearchMethod } from './resource';

/** Runs a list operation for the editor and returns all its records. Only the declared fields can be read. */
export type ListSearch = <Schema extends z.AnyZodObject>(
	operation: Operation<Schema>,
	values: Record<string, unknown>,
) => Promise<Array<Sent<Schema>>>;

/**
 * Prepares searches in the realm of the node's panel. Without it, in the credential's realm.
 *
 * The returned function throws an error with the reason for the user.
 */
export async function openListSearch(context: ILoadOptionsFunctions): Promise<ListSearch> {
	const client = await Client.open(context, POLICIES.list);
	return async <Schema extends z.AnyZodObject>(
		operation: Operation<Schema>,
		values: Record<string, unknown>,
	) => {
		try {
			const realmId = shownRealm(context) || client.connection.realmId;
			if (realmId === '') {
				throw unsentProblem('No realm is given', 'Enter a realm ID in the credential or in this node.');
			}
			const request = operation.request(await withIds(client, { realmId, ...values }));
			const pages: Array<Array<Sent<Schema>>> = [];
			for await (const body of client.pages(request, MAX_PAGES_INTERACTIVE)) {
				pages.push(listIn(body).filter((one) => isSent<Schema>(one)));
			}
			return pages.flat();
		} catch (thrown) {
			throw toNodeError(context.getNode(), thrown);
		}
	};
}

/**
 * The values with IDs instead of names of records.
 *
 * @throws {Problem} for a name that is not found
 */
async function withIds(client: Client, values: Record<string, unknown> & { realmId: string }) {
	const resolved: Record<string, unknown> = { ...values };
	for (const [field, name] of Object.entries(values)) {
		if (!(name instanceof RecordName)) continue;
		const found = (await name.finder.find(client, values.realmId, name.type, [name.text]))[0] as Found;
		if ('wrong' in found) throw unsentProblem(`The list cannot be shown: ${found.wrong}`, found.advice);
		resolved[field] = found.id;
	}
	return resolved;
}

/**
 * The realm in the panel. Empty if the field is empty, or is not sent: other callers of n8n leave out parameters with
 * their default. The editor resolves an expression if it can, and otherwise sends null.
 *
 * @throws {Problem} for an expression without a value, because the list of another realm would mislead
 */
function shownRealm(context: ILoadOptionsFunctions): string {
	const shown: unknown = context.getCurrentNodeParameter('realmId');
	if (shown === undefined || (typeof shown === 'string' && shown.trim() === '')) return '';
	const { data } = idSchema.safeParse(shown);
	if (data !== undefined && !isExpression(shown)) return data;
	throw unsentProblem(
		'"Realm ID" is an expression without a value here, so the list cannot be shown',
		'Run the nodes before this one, so that the expression has a value, or switch this field to "By ID".',
	);
}

/**
 * The records that can be chosen, with the value that is sent: those with a text or a number under `name`. For any
 * other, the value would be "undefined" or "[object Object]".
 */
export function choosable<Name extends string, One extends Readonly<Record<Name, unknown>>>(
	records: readonly One[],
	name: Name,
): Array<{ record: One; value: string }> {
	return records.flatMap((record) => {
		const id: unknown = record[name];
		const isName = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
		return isName ? [{ record, value: String(id) }] : [];
	});
}

/** A text to show, or an empty one. An unresolved expression of the editor is not shown. */
export function shownText(value: unknown): string {
	return typeof value === 'string' && !value.startsWith('=') ? value.trim() : '';
}

/**
 * The value of a resource locator in the panel. Empty if nothing is chosen, or if an expression has no value here.
 * n8n extracts the value only for operations that have the parameter, and throws for others.
 */
export function shownChoice(context: ILoadOptionsFunctions, name: string): { value: string; mode: string } {
	const locator: unknown = context.getCurrentNodeParameter(name);
	return isRecord(locator)
		? { value: shownText(locator.value), mode: shownText(locator.mode) }
		: { value: shownText(locator), mode: 'id' };
}

/** Whether a list failed because the service does not have the path. */
export function isNotFound(thrown: unknown): boolean {
	return (thrown as { httpCode?: unknown }).httpCode === '404';
}

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

interface Words<Schema extends z.AnyZodObject> {
	/** The records with the words, such as `quests`. */
	what: string;
	operation: Operation<Schema>;
	/** Values that limit the list. By default, it is complete. */
	values?: Readonly<Record<string, unknown>>;
	/** Words that are always there. */
	known?: readonly string[];
	/**
	 * The words of a record. Everything else is left out.
	 *
	 * @param resource of the panel
	 */
	wordsOf: (record: Sent<Schema>, resource: string) => readonly unknown[];
}

/**
 * The list of a word that the service does not document: each word that is in use. An installation without the records
 * has only the known ones. If none are known, the search throws an error for the user.
 */
export function wordSearch<Schema extends z.AnyZodObject>({
	what,
	operation,
	values = {},
	known = [],
	wordsOf,
}: Words<Schema>): ListSearchMethod {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const resource = shownText(this.getCurrentNodeParameter('resource'));
		const search = await openListSearch(this);
		const records = await search(operation, values).catch((thrown: unknown) => {
			if (isNotFound(thrown) && known.length > 0) return [];
			throw isNotFound(thrown) ? toNodeError(this.getNode(), noWords(what)) : thrown;
		});
		const words = new Set([...known, ...records.flatMap((one) => wordsOf(one, resource)).map(shownText)]);
		const wanted = filter.trim().toLowerCase();
		const results = [...words]
			.filter((word) => word !== '' && word.toLowerCase().includes(wanted))
			.sort()
			.map((word) => ({ name: word, value: word }));
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

function noWords(what: string): Problem {
	return unsentProblem(
		`This installation of the service does not offer ${what}: switch to "By Name"`,
		'Check the realm ID, or enter the name as the service writes it.',
	);
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
