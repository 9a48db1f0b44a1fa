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
	const byHolder = {
		applied: group(bulk, applied),
		refused: group(bulk, refused),
		other: group(bulk, other),
	};
	const entriesByHolder = group(bulk, entries);
	return entries.map((entry): Share => {
		const holder = bulk.holderOf(entry);
		const ofEntry = (list: keyof typeof byHolder) =>
			(byHolder[list].get(holder) ?? []).filter((row) => isOf(bulk, row, entry));
		const taken = ofEntry('applied');
		const told = [...taken, ...ofEntry('other')];
		const [refusal] = ofEntry('refused');
		if (refusal) return { outcome: told.length === 0 ? 'notApplied' : 'unknown', row: refusal };
		const doubt = told.find((row) => judge(row, bulk.balances, true) !== 'confirmed');
		if (doubt) return { outcome: 'unknown', row: doubt };
		const ofHolder = entriesByHolder.get(holder) ?? [];
		const rivals = ofHolder.filter((rival) => taken.some((row) => isOf(bulk, row, rival)));
		// With fewer rows than entries, it is not clear which entries they mean.
		const row = taken.length < rivals.length ? undefined : taken[rivals.indexOf(entry)];
		return { outcome: row ? 'applied' : 'unknown', row };
	});
}

/** Entries or rows by holder, in their order. Those without a holder belong to none. */
function group({ holderOf }: Bulk, parts: readonly Entry[]): Map<string | undefined, Entry[]> {
	const groups = new Map<string | undefined, Entry[]>();
	for (const part of parts) {
		const holder = holderOf(part);
		const known = groups.get(holder);
		if (known) known.push(part);
		else if (holder !== undefined) groups.set(holder, [part]);
	}
	return groups;
}

/** Whether a row of the same holder may belong to an entry. A missing currency may be any. */
function isOf({ currency }: Bulk, row: Entry, entry: Entry): boolean {
	return isEmpty(row[currency]) || isEmpty(entry[currency]) || idOf(row[currency]) === idOf(entry[currency]);
}
