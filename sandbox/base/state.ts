import type { components } from '../contract/types';
import { notFound } from './errors';
import type { ApiKey } from './keys';
import type { Ledger } from './ledger';

export type Json = Record<string, unknown>;

/** The schemas of the API document as types. Records are based on them. */
export type Schemas = components['schemas'];

/** A record with fields that are optional in the API document but always present in the sandbox. */
export type With<T, Name extends keyof T> = T & Required<Pick<T, Name>>;

/** A realm with all its records. Each resource adds its collections in its `records.ts`. */
export interface Realm extends Pick<
	Schemas['Realm'],
	'id' | 'name' | 'ownerId' | 'description' | 'subdomain'
> {
	/** Further fields of the realm's record in the API. */
	details: Omit<Schemas['Realm'], 'id' | 'name' | 'ownerId' | 'description' | 'subdomain'>;
	ledger: Ledger;
}

/** The whole memory of the service. Each resource adds its records outside of the realms in its `records.ts`. */
export interface State {
	keys: ApiKey[];
	realms: Map<string, Realm>;
}

/** Records by their ids. */
export const byId = <T extends { id: string }>(records: T[]) =>
	new Map(records.map((record) => [record.id, record]));

/**
 * Returns one record of a map.
 *
 * @param what the name of the record for the message, such as `member`
 * @throws {ServiceError} 404 when it does not exist
 */
export function find<T>(records: ReadonlyMap<string, T>, id: string, what: string): T {
	const record = records.get(id);
	if (record === undefined) throw notFound(`There is no such ${what}.`);
	return record;
}

/** A copy of a record without the fields that the API does not show. */
export function without<T extends object, Name extends keyof T>(record: T, ...names: Name[]): Omit<T, Name> {
	const shown = Object.entries(record).filter(([name]) => !(names as string[]).includes(name));
	return Object.fromEntries(shown) as Omit<T, Name>;
}
