import type { Client } from '../api/client';

/** A value that names a record otherwise than by its ID. It stands in the place of the ID until the record is looked up. */
export class RecordName {
	/** @param type what kind of name the text is, such as `email` */
	constructor(
		readonly finder: Finder,
		readonly type: string,
		readonly text: string,
	) {}
}

/** The record of a name, or why there is none that is meant for certain. */
export type Found = { id: string; name: string } | { wrong: string; advice: string };

/** How records are looked up. */
export interface Finder {
	/** Names that one request takes, at most. */
	maxNames: number;
	/**
	 * Looks up names of one type.
	 *
	 * @returns what was found, for each name in order
	 * @throws {ServiceProblem} where the service does not answer
	 */
	find(client: Client, realmId: string, type: string, names: readonly string[]): Promise<Found[]>;
}
