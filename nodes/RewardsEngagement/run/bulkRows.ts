import { denies } from '../api/outcome';
import { idOf, rowsIn, type Bulk, type Entry, type Row } from '../declare/bulk';
import type { Outcome } from '../errors';

/** What a response says about an entry. Without a row, it does not name the entry, or not clearly. */
export interface Share {
	outcome: Outcome;
	row?: Entry;
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
