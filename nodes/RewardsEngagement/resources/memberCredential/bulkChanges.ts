import { isLeftOut, type Bulk, type Entry, type Share } from '../../run/bulk';
import { denies, partWith } from '../../run/response';
import { isRecord } from '../../shared/json';

/**
 * The bulk change of credentials' balances: each entry for itself (API document, extended 5.8). The answer names an
 * entry by type and value, without its source or currency, so none is twice in a request. Its `success` says nothing.
 */
export const bulkChanges: Bulk = {
	identityOf,
	isIdentityUnique: true,
	refuses: 'each',
	confirms: (body) =>
		[body, partOf(body)].every((part) => !denies({ error: fieldOf(part, 'error') })) &&
		!isContradiction(body) &&
		hasRows(body),
	splitRefusal: (body, entries) => (hasRows(body) ? split(body, entries) : undefined),
	// The balance of a credential is the new one.
	isPaid: (row) => typeof row.balance === 'number' && isLeftOut(row.code) && !denies(row),
	split,
};

/** No success, and no entry that was refused. */
function isContradiction(body: unknown): boolean {
	const saysNo = [body, partOf(body)].some((part) => denies({ success: fieldOf(part, 'success') }));
	return saysNo && rowsOf(body, 'errors').length === 0;
}

function split(body: unknown, entries: readonly Entry[]): Share[] {
	const results = rowsOf(body, 'results');
	const errors = rowsOf(body, 'errors');
	return entries.map((entry) => {
		const [record] = results.filter((row) => isOf(row, entry));
		const [error] = errors.filter((row) => isOf(row, entry));
		// What is named in both, as in neither, may have been applied.
		if ((record && error) || (!record && !error)) return undefined;
		return record ? { record } : { refused: error };
	});
}

function hasRows(body: unknown): boolean {
	return rowsOf(body, 'results').length + rowsOf(body, 'errors').length > 0;
}

function partOf(body: unknown): unknown {
	return partWith(body, 'results', 'errors');
}

function fieldOf(body: unknown, name: string): unknown {
	return isRecord(body) ? body[name] : undefined;
}

function rowsOf(body: unknown, name: 'results' | 'errors'): Entry[] {
	const rows = fieldOf(partOf(body), name);
	return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

function isOf(row: Entry, entry: Entry): boolean {
	return identityOf(row) === identityOf(entry);
}

function identityOf({ type, value }: Entry): string {
	return JSON.stringify([type, typeof value === 'string' ? value.trim().toLowerCase() : value]);
}
