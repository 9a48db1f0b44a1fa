import { canonicalText } from '../../shared/canonical';
import { isLeftOut, isUndisputed, type Bulk, type Entry, type Share } from '../../run/bulk';
import { disputesOf, readRefusal, type RowForm } from '../../run/bulkRows';
import { denies } from '../../api/outcome';
import { partWith } from '../../run/response';
import { isRecord } from '../../shared/json';
import { searchMembers } from './search';
import { MAX_VALUES } from './searchFields';

/**
 * The bulk change of members' balances: all entries or none (API document, extended 4.4). Rows are matched by member
 * and currency. If several entries have the same, the first row belongs to the first entry.
 */
export const bulkChanges: Bulk = {
	identityOf: ({ serviceId }) => idOf(serviceId) ?? '',
	isIdentityUnique: false,
	refuses: 'all',
	confirms: (body) => !denies(body) && !denies(partWith(body, 'updates')) && rowsOf(body).length > 0,
	split: (body, entries) => {
		const rows = rowsOf(body);
		const isInOrder =
			rows.length === entries.length && rows.every((row, index) => isOf(row, entries[index] as Entry));
		const own = isInOrder ? rows : matched(rows, entries);
		const isDisputed = disputesOf(body, FORM);
		return entries.map((entry, index): Share => {
			const record = own[index];
			if (!record || isDisputed(entry)) return undefined;
			return { record: rows.find((row) => isOf(row, entry) && !isPaid(row)) ?? record };
		});
	},
	splitRefusal: (body, entries) => readRefusal(body, entries, FORM, 'all'),
	isPaid,
	finding: {
		requests: (realmId, entries) => {
			const ids = [...new Set(entries.map(({ serviceId }) => String(serviceId)))];
			const searches = Array.from({ length: Math.ceil(ids.length / MAX_VALUES) }, (_, index) =>
				ids.slice(index * MAX_VALUES, (index + 1) * MAX_VALUES),
			);
			return searches.map((values) =>
				searchMembers.request({ realmId, type: 'service-id', values, limit: MAX_VALUES }),
			);
		},
		foundIn: (bodies) => {
			const ids = new Set(bodies.flatMap(membersOf).map(({ id }) => idOf(id)));
			return ({ serviceId }) => ids.has(idOf(serviceId));
		},
		otherOf: ({ currencyId }) => idOf(currencyId) ?? '',
	},
};

const FORM: RowForm = { isNamed: ({ serviceId }) => idOf(serviceId) !== undefined, isOf, isPaid };

/** @throws Error if the response has no list */
function membersOf(body: unknown): Entry[] {
	const members: unknown = isRecord(body) ? body.data : undefined;
	if (!Array.isArray(members)) throw new Error('The response contains no list of members');
	return members.filter(isRecord);
}

/**
 * The row of a payment that was made has the new balance. A `balance` alone also counts, if there is no message
 * beside it.
 */
function isPaid(row: Entry): boolean {
	const isConfirmed = typeof row.balance === 'number' && isLeftOut(row.message);
	const hasBalance = typeof row.newBalance === 'number' || isConfirmed;
	return hasBalance && isUndisputed(row, denies(row));
}

function rowsOf(body: unknown): Entry[] {
	const part = partWith(body, 'updates');
	const rows: unknown = isRecord(part) ? part.updates : undefined;
	return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

/** The row of each entry. Entries with a currency choose first. If the service has merged rows, entries share a row. */
function matched(rows: readonly Entry[], entries: readonly Entry[]): Array<Entry | undefined> {
	const taken = new Set<Entry>();
	const own = new Map<Entry, Entry>();
	const named = entries.filter(({ currencyId }) => currencyId !== undefined);
	const unnamed = entries.filter(({ currencyId }) => currencyId === undefined);
	for (const entry of [...named, ...unnamed]) {
		const fitting = rows.filter((row) => isOf(row, entry));
		const row = fitting.find((one) => !taken.has(one)) ?? fitting.at(-1);
		if (!row) continue;
		taken.add(row);
		own.set(entry, row);
	}
	return entries.map((entry) => own.get(entry));
}

function isOf(row: Entry, { serviceId, currencyId }: Entry): boolean {
	const isCurrency =
		currencyId === undefined || isLeftOut(row.currencyId) || idOf(row.currencyId) === idOf(currencyId);
	return idOf(serviceId) !== undefined && idOf(row.serviceId) === idOf(serviceId) && isCurrency;
}

function idOf(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' ? canonicalText(value) : undefined;
}
