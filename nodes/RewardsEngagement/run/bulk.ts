import { denies, isEmpty } from '../api/outcome';
import type { Outcome } from '../errors';
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

/** What a response says about an entry. Without a row, it does not name the entry, or not clearly. */
export interface Share {
	outcome: Outcome;
	row?: Entry;
}

interface Row {
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

/** Whether a refusal has the rows of a success. Only a service that applies each entry separately has reason to. */
export function hasRowsOfEntries(bulk: Bulk, body: unknown): boolean {
	const rows = rowsIn(bulk, body).filter(({ list, holder }) => list !== 'other' && holder !== undefined);
	return bulk.refused !== undefined && rows.length > 0;
}

/**
 * The share of each entry, in the order of the entries. Rows are matched by holder and currency. If several entries
 * have the same, the first row belongs to the first entry.
 */
export function sharesOf(bulk: Bulk, body: unknown, entries: readonly Entry[]): Share[] {
	const rows = rowsIn(bulk, body);
	return entries.map((entry): Share => {
		const own = rows.filter((row) => isOf(bulk, row, entry));
		const doubt = own.find(({ list, record }) => list === 'refused' || !isPaid(bulk, record));
		if (doubt) {
			const isRefused = own.every(({ list }) => list === 'refused');
			return { outcome: isRefused ? 'notApplied' : 'unknown', row: doubt.record };
		}
		const applied = own.filter(({ list }) => list === 'applied');
		const rivals = entries.filter((other) => applied.some((row) => isOf(bulk, row, other)));
		// With fewer rows than entries, it is not clear which entries they mean.
		const row = applied.length < rivals.length ? undefined : applied[rivals.indexOf(entry)];
		return row ? { outcome: 'applied', row: row.record } : { outcome: 'unknown' };
	});
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

function rowsIn(bulk: Bulk, body: unknown): Row[] {
	const lists = partsOf(bulk, body).flatMap((part) => Object.entries(part));
	return lists.flatMap(([name, held]) => {
		const list = name === bulk.applied ? 'applied' : name === bulk.refused ? 'refused' : 'other';
		const records = Array.isArray(held) ? held.filter(isRecord) : [];
		return records.map((record): Row => ({ record, holder: bulk.holderOf(record), list }));
	});
}

/** Whether a row may belong to an entry. */
function isOf(bulk: Bulk, { record, holder }: Row, entry: Entry): boolean {
	if (holder === undefined || holder !== bulk.holderOf(entry)) return false;
	return (
		isAnyCurrency(bulk, entry) ||
		isAnyCurrency(bulk, record) ||
		idOf(record[bulk.currency]) === idOf(entry[bulk.currency])
	);
}

function isAnyCurrency({ currency }: Bulk, part: Entry): boolean {
	return isLeftOut(part[currency]);
}

/** Status words of a row that was applied. With any other word the outcome stays unknown. */
const APPLIED =
	/^(ok|done|paid|applied|updated|processed|complete|completed|success|succeeded|successful|2\d\d)$/i;

/** Whether a row confirms the payment: it has the new balance, and nothing beside it may say otherwise. */
function isPaid({ balances }: Bulk, row: Entry): boolean {
	const { code, message, status, applied } = row;
	const word = typeof status === 'number' ? String(status) : status;
	const isDone = isLeftOut(word) || (typeof word === 'string' && APPLIED.test(word));
	const isSilent = isLeftOut(code) && isLeftOut(message) && applied !== false && !denies(row);
	return isDone && isSilent && balances.some((field) => typeof row[field] === 'number');
}

function isLeftOut(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

function isWord(value: unknown): boolean {
	return typeof value !== 'object' || isEmpty(value);
}

function hasOnlyWords(value: unknown): boolean {
	return isWord(value) || Object.values(value as object).every(isWord);
}
