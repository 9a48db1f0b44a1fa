import { isExpression, type ILoadOptionsFunctions } from 'n8n-workflow';
import type { z } from 'zod';

import { Client } from '../api/client';
import { toNodeError } from '../errors/nodeError';
import { MAX_PAGES_INTERACTIVE } from '../api/paging';
import { listIn } from '../api/records';
import { INTERACTIVE } from '../api/retryPolicy';
import { InvalidParameter } from '../errors/invalidParameter';
import { RecordName, type Found } from '../fields/recordName';
import { idSchema } from '../fields/text';
import type { Operation } from './operation';
import { isRecord } from '../shared/json';
import { isSent, type Sent } from '../shared/record';

/** Runs a list operation for the editor and gives all its records, of which only the declared fields can be read. */
export type ListSearch = <Schema extends z.AnyZodObject>(
	operation: Operation<Schema>,
	values: Record<string, unknown>,
) => Promise<Array<Sent<Schema>>>;

/**
 * Prepares searches in the realm that the node's panel shows, else the credential's.
 *
 * The returned function throws an error with the reason for the person at the screen.
 */
export async function openListSearch(context: ILoadOptionsFunctions): Promise<ListSearch> {
	const client = await Client.open(context, INTERACTIVE);
	return async (operation, values) => {
		try {
			const realmId = shownRealm(context) || client.connection.realmId;
			if (realmId === '') {
				throw new InvalidParameter(
					'No realm is given',
					'Enter a realm ID in the credential or in this node.',
				);
			}
			return await listAll(client, operation, await withIds(client, { realmId, ...values }));
		} catch (thrown) {
			throw toNodeError(context.getNode(), thrown);
		}
	};
}

/** The values with IDs in the place of names of records. @throws {InvalidParameter} for a name that is not found */
async function withIds(
	client: Client,
	values: Record<string, unknown> & { realmId: string },
): Promise<Record<string, unknown>> {
	const resolved: Record<string, unknown> = { ...values };
	for (const [field, name] of Object.entries(values)) {
		if (!(name instanceof RecordName)) continue;
		const found = (await name.finder.find(client, values.realmId, name.type, [name.text]))[0] as Found;
		if ('wrong' in found)
			throw new InvalidParameter(`The list cannot be shown: ${found.wrong}`, found.advice);
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
 * The realm in the panel; an empty text where the field is empty, or is not among what was sent: whoever else asks n8n
 * for a list leaves out what stands at its default. The editor resolves an expression where it can, and gives null where
 * it fails.
 *
 * @throws {InvalidParameter} for an expression without a value: the list of another realm would be a trap
 */
function shownRealm(context: ILoadOptionsFunctions): string {
	const shown: unknown = context.getCurrentNodeParameter('realmId');
	if (shown === undefined || (typeof shown === 'string' && shown.trim() === '')) return '';
	const { data } = idSchema.safeParse(shown);
	if (data !== undefined && !isExpression(shown)) return data;
	throw new InvalidParameter(
		'"Realm ID" is an expression that has no value here, so it is not known whose list to show',
		'Run the nodes before this one, so that the expression has a value, or switch this field to "By ID".',
	);
}

/** A record that can be chosen, and what the choice of it is sent as. */
export interface Choice<One> {
	record: One;
	value: string;
}

/**
 * The records that can be chosen: those that name themselves by a text or a number under `name`. Of any other the choice
 * would be "undefined" or "[object Object]", and be sent as such.
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

/** A text worth showing, or an empty one. An expression that the editor has not resolved is not. */
export function shownText(value: unknown): string {
	return typeof value === 'string' && !value.startsWith('=') ? value.trim() : '';
}

/**
 * What a resource locator of the panel holds; an empty text where nothing is chosen, or an expression has no value here.
 * n8n extracts the value only for operations that have the parameter, and throws for the others.
 */
export function shownChoice(context: ILoadOptionsFunctions, name: string): { value: string; mode: string } {
	const locator: unknown = context.getCurrentNodeParameter(name);
	return isRecord(locator)
		? { value: shownText(locator.value), mode: shownText(locator.mode) }
		: { value: shownText(locator), mode: 'id' };
}

/** For the failure of a list: whether the service has no such path. */
export function isNotFound(thrown: unknown): boolean {
	return (thrown as { httpCode?: unknown }).httpCode === '404';
}
