import type { OperationRequest } from '../api/request';

/** What one item adds to a request, as the body holds it. */
export type Entry = Readonly<Record<string, unknown>>;

/**
 * What an answer says of an entry: the record that it gives for it, or what it wrote of one that was surely not applied;
 * `undefined` when it does not name the entry.
 */
export type Share = { record: unknown } | { refused: unknown } | undefined;

/** What a refusal says of its entries. */
export interface Refusal {
	/** In the order of the entries; `undefined` also for what may have been applied. */
	shares: Share[];
	/** Whether any of its rows may be of an entry that was applied, named or not. */
	mayHaveActed: boolean;
}

/**
 * How items of a run go out together. The declared request holds the one entry of its item in the list `updates` of its
 * body; whatever else it holds is the same for all that share a request.
 */
export interface Bulk {
	/** Whose record an entry changes: entries with the same text keep their order. */
	identityOf: (entry: Entry) => string;
	/** The answer could not tell two entries of the same identity apart, so they never share a request. */
	isIdentityUnique: boolean;
	/**
	 * What a refusal of several entries means: `all`, that none was applied, unless it names one that was; `each`, that those
	 * which it does not name may have been applied.
	 */
	refuses: 'all' | 'each';
	/** Whether the body of a success says what became of entries. Without it none is known to be applied. */
	confirms: (body: unknown) => boolean;
	/** What became of each entry, in the order of the entries. @param body which is confirmed */
	split: (body: unknown, entries: readonly Entry[]) => Share[];
	/** What a refusal says of the entries. Nothing where it tells of none. */
	splitRefusal: (body: unknown, entries: readonly Entry[]) => Refusal | undefined;
	/** Whether a row confirms the payment. A code, a message or an ID alone does not. */
	isPaid: (row: Readonly<Record<string, unknown>>) => boolean;
	/** How the records that a refused request names are looked for, where all of its entries are refused for one. */
	finding?: Finding;
}

/** Finds out which entries name a record that is there, where the service says of none which it refused. */
export interface Finding {
	/** What is asked, which changes nothing. */
	requests: (realmId: string, entries: readonly Entry[]) => OperationRequest[];
	/** Tells of an entry whether its record is in the answers. @throws for answers of which that cannot be told */
	foundIn: (bodies: readonly unknown[]) => (entry: Entry) => boolean;
	/** What else the entry names that may be missing, such as its currency. */
	otherOf: (entry: Entry) => string;
}

/** Whether a row holds a balance: a number, or the text that a number becomes which JavaScript cannot hold. */
export function isBalance(value: unknown): boolean {
	if (typeof value === 'string') return /^-?\d{16,}$/.test(value) && !Number.isSafeInteger(Number(value));
	return typeof value === 'number';
}

/** Status words of a row that was applied. Any other word leaves the outcome unknown. */
const APPLIED =
	/^(ok|done|paid|applied|updated|processed|complete|completed|success|succeeded|successful|2\d\d)$/i;

/** Whether nothing in a row speaks against its payment. @param isDenied whether it says no in so many words */
export function isUndisputed(row: Entry, isDenied: boolean): boolean {
	const { code, status, applied } = row;
	const isDone = isLeftOut(status) || APPLIED.test(String(status));
	return isDone && isLeftOut(code) && applied !== false && !isDenied;
}

/** Whether a row leaves a field out: it is missing, null or an empty text. */
export function isLeftOut(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
