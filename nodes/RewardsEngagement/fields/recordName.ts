import type { Client } from '../api/client';

/** A value that names a record without its ID. It replaces the ID until the record is looked up. */
export class RecordName {
	/** @param type kind of the text, such as `email` */
	constructor(
		readonly finder: Finder,
		readonly type: string,
		readonly text: string,
	) {}
}

/** The record with a name, or why no record certainly matches. */
export type Found = { id: string; name: string } | { wrong: string; advice: string };

/** Looks up records. */
export interface Finder {
	/** The most names per request. */
	maxNames: number;
	/**
	 * Looks up names of one type.
	 *
	 * @returns the result for each name, in order
	 * @throws {Problem} if the request fails
	 */
	find(client: Client, realmId: string, type: string, names: readonly string[]): Promise<Found[]>;
}
