import { denies, isEmpty } from '../api/outcome';
import { canonicalText } from '../shared/canonical';
import { isRecord } from '../shared/json';
import { partWith } from './response';

/** The part that one item adds to the body of a request, or a row of a response about it. */
export type Entry = Readonly<Record<string, unknown>>;

/**
 * How items of a run share requests. The declared request has the one entry of its item in the list `updates` of its
 * body. The rest of the body is equal for all items that share a request.
 */
export interface Bulk {
	/** Identifies whose balance an entry or a row changes. Entries with the same text keep their order. */
	holderOf: (part: Entry) => string | undefined;
	/** Two entries of one holder never share a request, because the response could not distinguish them. */
	isHolderUnique: boolean;
	/** The field for the currency, in an entry and in its row. */
	currency: string;
	/** The fields of a row that may have the new balance. */
	balances: readonly string[];
	/** The list of the response with a row for each applied entry. */
	applied: string;
	/**
	 * The list of the response with a row for each refused entry, if the service applies each entry separately.
	 * Without it, the service applies all entries of a request or none.
	 */
	refused?: string;
}

export interface Row {
	record: Entry;
	holder: string | undefined;
	list: 'applied' | 'refused' | 'other';
}

/** Whether the body of a success gives the outcome of entries. Without that, no entry is known to be applied. */
export function confirmsEntries(bulk: Bulk, body: unknown): boolean {
	const lists = new Set(rowsIn(bulk, body).map(({ list }) => list));
	// The list of refused entries is no denial. Beside one, `success` says nothing about the other entries.
	const ignored = [bulk.refused, lists.has('refused') ? 'success' : undefined];
	const isDenied = partsOf(bulk, body).some((part) =>
		denies(Object.fromEntries(Object.entries(part).filter(([name]) => !ignored.includes(name)))),
	);
	return !isDenied && (lists.has('applied') || lists.has('refused'));
}

/** Fields of an error body that may have a list, or an object with the names of fields. */
const PROBLEMS: ReadonlySet<string> = new Set(['error', 'errors', 'details']);

/** Whether a refusal only says what is wrong. Anything more in its body may show that an entry was applied. */
export function isPlainRefusal(bulk: Bulk, body: unknown): boolean {
	const namesEntry = (part: unknown) => isRecord(part) && bulk.holderOf(part) !== undefined && !denies(part);
	if (!isRecord(body)) return isWord(body);
	if (namesEntry(body)) return false;
	return Object.entries(body).every(([name, held]) => {
		const isProblem = PROBLEMS.has(name);
		if (!Array.isArray(held)) return hasOnlyWords(held) && (isProblem || !namesEntry(held));
		return isEmpty(held) || (isProblem && held.every((one) => hasOnlyWords(one) && !namesEntry(one)));
	});
}

/** An ID in a form that can be compared. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' ? canonicalText(value) : undefined;
}

/** The body, and its `data` if the service wraps the lists. */
function partsOf({ applied, refused = applied }: Bulk, body: unknown): Entry[] {
	return [...new Set([body, partWith(body, applied, refused)])].filter(isRecord);
}

export function rowsIn(bulk: Bulk, body: unknown): Row[] {
	const lists = partsOf(bulk, body).flatMap((part) => Object.entries(part));
	return lists.flatMap(([name, held]) => {
		const list = name === bulk.applied ? 'applied' : name === bulk.refused ? 'refused' : 'other';
		const records = Array.isArray(held) ? held.filter(isRecord) : [];
		return records.map((record): Row => ({ record, holder: bulk.holderOf(record), list }));
	});
}

function isWord(value: unknown): boolean {
	return typeof value !== 'object' || isEmpty(value);
}

function hasOnlyWords(value: unknown): boolean {
	return isWord(value) || Object.values(value as object).every(isWord);
}
