import { isEmpty, judge } from '../api/outcome';
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

/** Whether the body of a success gives the outcome of entries. Without that, no entry is known to be applied. */
export function confirmsEntries(bulk: Bulk, body: unknown): boolean {
	const { applied, refused } = rowsIn(bulk, body);
	if (applied.length + refused.length === 0) return false;
	// The list of refused entries is no denial. Beside one, the words of the response are about these entries.
	const hasRefused = refused.length > 0;
	const ignored = [bulk.refused, hasRefused ? 'success' : undefined];
	return partsOf(bulk, body).every((part) => {
		const words = Object.entries(part).filter(([name]) => !ignored.includes(name));
		return judge(Object.fromEntries(words), [], !hasRefused) !== 'denied';
	});
}

/** Whether a response has rows of the service that applies each entry separately. Then they count, also in a refusal. */
export function hasRowsOfEntries(bulk: Bulk, body: unknown): boolean {
	const { applied, refused } = rowsIn(bulk, body);
	return (
		bulk.refused !== undefined && [...applied, ...refused].some((row) => bulk.holderOf(row) !== undefined)
	);
}

/** Fields of an error body that may have a list, or an object with the names of fields. */
const REASONS: ReadonlySet<string> = new Set(['error', 'errors', 'details']);

/**
 * Whether a refusal only says what is wrong. Anything more, such as a list or a balance, may show that an entry was
 * applied.
 */
export function isPlainRefusal(bulk: Bulk, body: unknown): boolean {
	if (!isRecord(body)) return isWord(body);
	const isOfEntry = (part: Entry) =>
		bulk.holderOf(part) !== undefined && judge(part, bulk.balances, false) === 'confirmed';
	if (hasRowsOfEntries(bulk, body) || isOfEntry(body)) return false;
	return Object.entries(body).every(([name, held]) => {
		if (isWord(held)) return true;
		if (REASONS.has(name)) return [held].flat().every(hasOnlyWords);
		return isRecord(held) && hasOnlyWords(held) && !isOfEntry(held);
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

/**
 * The rows of a response, by list. Only the lists of the API document say what was applied or refused. A row in another
 * one can only contradict them.
 */
export function rowsIn(bulk: Bulk, body: unknown): Record<'applied' | 'refused' | 'other', Entry[]> {
	const rows: Record<'applied' | 'refused' | 'other', Entry[]> = { applied: [], refused: [], other: [] };
	for (const [name, held] of partsOf(bulk, body).flatMap((part) => Object.entries(part))) {
		const list = name === bulk.applied ? 'applied' : name === bulk.refused ? 'refused' : 'other';
		if (Array.isArray(held)) rows[list].push(...held.filter(isRecord));
	}
	return rows;
}

function isWord(value: unknown): boolean {
	return typeof value !== 'object' || isEmpty(value);
}

function hasOnlyWords(value: unknown): boolean {
	return isWord(value) || Object.values(value as object).every(isWord);
}
