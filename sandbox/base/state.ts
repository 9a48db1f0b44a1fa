import type { components } from '../contract/types';
import { notFound } from './errors';
import type { ApiKey } from './keys';
import type { Ledger } from './ledger';

export type Json = Record<string, unknown>;

/** The schemas of the API document as types: records are made of them. */
export type Schemas = components['schemas'];

/** A record with fields that the document lets be missing, and that the sandbox always has. */
export type With<T, Name extends keyof T> = T & Required<Pick<T, Name>>;

/** A realm and all it holds. Each resource adds its collections, in its `records.ts`. */
export interface Realm extends Pick<
	Schemas['Realm'],
	'id' | 'name' | 'ownerId' | 'description' | 'subdomain'
> {
	/** Further fields of the record as the API shows them. */
	details: Omit<Schemas['Realm'], 'id' | 'name' | 'ownerId' | 'description' | 'subdomain'>;
	ledger: Ledger;
}

/** Everything the service remembers. Each resource adds what is kept apart from the realms, in its `records.ts`. */
export interface State {
	keys: ApiKey[];
	realms: Map<string, Realm>;
}

/** Records by their ids. */
export const byId = <T extends { id: string }>(records: T[]) =>
	new Map(records.map((record) => [record.id, record]));

/**
 * Takes one record out of a map.
 * @param what the record's name for the message, e.g. `member`
 * @throws {ServiceError} 404 when it is not there
 */
export function find<T>(records: ReadonlyMap<string, T>, id: string, what: string): T {
	const record = records.get(id);
	if (record === undefined) throw notFound(`There is no such ${what}.`);
	return record;
}

/** A copy of a record that lacks some of its fields: what the sandbox keeps and the API does not show. */
export function without<T extends object, Name extends keyof T>(record: T, ...names: Name[]): Omit<T, Name> {
	const copy = { ...record };
	for (const name of names) Reflect.deleteProperty(copy, name);
	return copy;
}
