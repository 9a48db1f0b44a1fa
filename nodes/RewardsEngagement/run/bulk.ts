import type { OperationRequest } from '../api/request';

/** The part that one item adds to the body of a request. */
export type Entry = Readonly<Record<string, unknown>>;

/**
 * What a response says about an entry: its record, or the service's words about an entry that was certainly not
 * applied. `undefined` if the response does not name the entry.
 */
export type Share = { record: unknown } | { refused: unknown } | undefined;

/** What a refusal says about its entries. */
export interface Refusal {
	/** In the order of the entries. Also `undefined` for an entry that may have been applied. */
	shares: Share[];
	/** Whether any of its rows may belong to an entry that was applied, named or not. */
	mayHaveActed: boolean;
}

/**
 * How items of a run share requests. The declared request has the one entry of its item in the list `updates` of its
 * body. The rest of the body is equal for all items that share a request.
 */
export interface Bulk {
	/** Identifies the record that an entry changes. Entries with the same text keep their order. */
	identityOf: (entry: Entry) => string;
	/** Two entries with the same identity never share a request, because the response could not distinguish them. */
	isIdentityUnique: boolean;
	/**
	 * The meaning of a refusal of several entries.
	 * - `all`: none was applied, unless the refusal names one that was
	 * - `each`: entries that the refusal does not name may have been applied
	 */
	refuses: 'all' | 'each';
	/** Whether the body of a success gives the outcome of entries. Without that, no entry is known to be applied. */
	confirms: (body: unknown) => boolean;
	/**
	 * The share of each entry, in the order of the entries.
	 *
	 * @param body a confirmed one, see `confirms`
	 */
	split: (body: unknown, entries: readonly Entry[]) => Share[];
	/** What a refusal says about the entries. `undefined` if it names none. */
	splitRefusal: (body: unknown, entries: readonly Entry[]) => Refusal | undefined;
	/** Whether a row confirms the payment. A code, a message or an ID alone does not. */
	isPaid: (row: Readonly<Record<string, unknown>>) => boolean;
	/** How to look up the records of a refused request, if one wrong entry makes the service refuse all of them. */
	finding?: Finding;
}

/** Finds out which entries name an existing record, if the service does not say which one it refused. */
export interface Finding {
	/** Requests that change nothing. */
	requests: (realmId: string, entries: readonly Entry[]) => OperationRequest[];
	/**
	 * Whether the responses have the record of an entry.
	 *
	 * @throws for responses that do not show that
	 */
	foundIn: (bodies: readonly unknown[]) => (entry: Entry) => boolean;
	/** Something else in the entry that may be missing, such as its currency. */
	otherOf: (entry: Entry) => string;
}

/** Status words of a row that was applied. With any other word the outcome stays unknown. */
const APPLIED =
	/^(ok|done|paid|applied|updated|processed|complete|completed|success|succeeded|successful|2\d\d)$/i;

/**
 * Whether nothing in a row contradicts its payment.
 *
 * @param isDenied whether the row explicitly says no
 */
export function isUndisputed(row: Entry, isDenied: boolean): boolean {
	const { code, status, applied } = row;
	const isDone = isLeftOut(status) || APPLIED.test(String(status));
	return isDone && isLeftOut(code) && applied !== false && !isDenied;
}

/** Whether a row's field is missing, null or an empty text. */
export function isLeftOut(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
