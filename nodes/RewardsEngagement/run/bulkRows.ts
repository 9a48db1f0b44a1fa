import { isEmpty, judge } from '../api/outcome';
import { idOf, rowsIn, type Bulk, type Entry } from '../declare/bulk';
import type { Outcome } from '../errors';

/** What a response says about an entry. Without a row, it does not name the entry, or not clearly. */
export interface Share {
	outcome: Outcome;
	row?: Entry;
}

/**
 * The share of each entry, in the order of the entries. Rows are matched by holder and currency. If several entries
 * have the same, the first row belongs to the first entry.
 */
export function sharesOf(bulk: Bulk, body: unknown, entries: readonly Entry[]): Share[] {
	const { applied, refused, other } = rowsIn(bulk, body);
	return entries.map((entry): Share => {
		const taken = applied.filter((row) => isOf(bulk, row, entry));
		const told = [...taken, ...other.filter((row) => isOf(bulk, row, entry))];
		const refusal = refused.find((row) => isOf(bulk, row, entry));
		if (refusal) return { outcome: told.length === 0 ? 'notApplied' : 'unknown', row: refusal };
		const doubt = told.find((row) => judge(row, bulk.balances, true) !== 'confirmed');
		if (doubt) return { outcome: 'unknown', row: doubt };
		const rivals = entries.filter((other) => taken.some((row) => isOf(bulk, row, other)));
		// With fewer rows than entries, it is not clear which entries they mean.
		const row = taken.length < rivals.length ? undefined : taken[rivals.indexOf(entry)];
		return { outcome: row ? 'applied' : 'unknown', row };
	});
}

/** Whether a row may belong to an entry. A missing currency may be any. */
function isOf({ holderOf, currency }: Bulk, row: Entry, entry: Entry): boolean {
	const holder = holderOf(row);
	if (holder === undefined || holder !== holderOf(entry)) return false;
	return isEmpty(row[currency]) || isEmpty(entry[currency]) || idOf(row[currency]) === idOf(entry[currency]);
}
