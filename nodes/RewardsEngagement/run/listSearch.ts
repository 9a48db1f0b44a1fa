import { isExpression, type ILoadOptionsFunctions } from 'n8n-workflow';
import type { z } from 'zod';

import { Client } from '../api/client';
import { toNodeError, unsentProblem } from '../errors';
import { MAX_PAGES_INTERACTIVE } from '../api/paging';
import { listIn } from '../api/records';
import { POLICIES } from '../api/retry';
import { RecordName, type Found } from '../fields/recordName';
import { idSchema } from '../fields/text';
import type { Operation } from './operation';
import { isRecord } from '../shared/json';
import { isSent, type Sent } from '../shared/record';

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
	return async (operation, values) => {
		try {
			const realmId = shownRealm(context) || client.connection.realmId;
			if (realmId === '') {
				throw unsentProblem('No realm is given', 'Enter a realm ID in the credential or in this node.');
			}
			return await listAll(client, operation, await withIds(client, { realmId, ...values }));
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
async function withIds(
	client: Client,
	values: Record<string, unknown> & { realmId: string },
): Promise<Record<string, unknown>> {
	const resolved: Record<string, unknown> = { ...values };
	for (const [field, name] of Object.entries(values)) {
		if (!(name instanceof RecordName)) continue;
		const found = (await name.finder.find(client, values.realmId, name.type, [name.text]))[0] as Found;
		if ('wrong' in found) throw unsentProblem(`The list cannot be shown: ${found.wrong}`, found.advice);
		resolved[field] = found.id;
	}
	return resolved;
}

async function listAll<Schema extends z.AnyZodObject>(
	client: Client,
	operation: Operation<Schema>,
	values: Record<string, unknown>,
): Promise<Array<Sent<Schema>>> {
	const pages: Array<Array<Sent<Schema>>> = [];
	for await (const body of client.pages(operation.request(values), MAX_PAGES_INTERACTIVE)) {
		pages.push(listIn(body).filter((one) => isSent<Schema>(one)));
	}
	return pages.flat();
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

/** A record for choosing, and the value that is sent for it. */
export interface Choice<One> {
	record: One;
	value: string;
}

/**
 * The records that can be chosen: those with a text or a number under `name`. For any other, the value would be
 * "undefined" or "[object Object]".
 */
export function choosable<Name extends string, One extends Readonly<Record<Name, unknown>>>(
	records: readonly One[],
	name: Name,
): Array<Choice<One>> {
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
