import { isLeftOut, isUndisputed, type Bulk, type Entry, type Share } from '../../run/bulk';
import { disputesOf, readRefusal, type RowForm } from '../../run/bulkRows';
import { denies } from '../../api/outcome';
import { partWith } from '../../run/response';
import { isRecord } from '../../shared/json';

/**
 * The bulk change of credentials' balances: each entry on its own (API document, extended 5.8). The response names an
 * entry by type and value, without source or currency. So a request never has the same credential twice. The
 * `success` of the response says nothing.
 */
export const bulkChanges: Bulk = {
	identityOf: (entry) => identityOf(entry) ?? '',
	isIdentityUnique: true,
	refuses: 'each',
	confirms: (body) =>
		[body, partOf(body)].every((part) => !denies({ error: fieldOf(part, 'error') })) &&
		!isContradiction(body) &&
		hasRows(body),
	splitRefusal: (body, entries) => readRefusal(body, entries, FORM, 'each'),
	isPaid,
	split,
};

const FORM: RowForm = { isNamed: (row) => identityOf(row) !== undefined, isOf, isPaid };

/** The balance of a credential is the new one, unless a message beside it may say otherwise. */
function isPaid(row: Entry): boolean {
	return typeof row.balance === 'number' && isLeftOut(row.message) && isUndisputed(row, denies(row));
}

/** The response denies success, but lists no refused entry. */
function isContradiction(body: unknown): boolean {
	const saysNo = [body, partOf(body)].some((part) => denies({ success: fieldOf(part, 'success') }));
	return saysNo && rowsOf(body, 'errors').length === 0;
}

function split(body: unknown, entries: readonly Entry[]): Share[] {
	const results = rowsOf(body, 'results');
	const errors = rowsOf(body, 'errors');
	const isDisputed = disputesOf(body, FORM);
	return entries.map((entry) => {
		const own = results.filter((row) => isOf(row, entry));
		const [error] = errors.filter((row) => isOf(row, entry));
		// An entry that is in both lists, or in neither, may have been applied.
		if (isDisputed(entry)) return undefined;
		if (own.length === 0) return error && { refused: error };
		return { record: own.find((row) => !isPaid(row)) ?? own[0] };
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
	const identity = identityOf(entry);
	return identity !== undefined && identityOf(row) === identity;
}

/** @returns `undefined` for an entry without a credential */
function identityOf({ type, value }: Entry): string | undefined {
	const isNamed = typeof type === 'string' && ['string', 'number'].includes(typeof value);
	return isNamed ? JSON.stringify([type, String(value).trim().toLowerCase()]) : undefined;
}
