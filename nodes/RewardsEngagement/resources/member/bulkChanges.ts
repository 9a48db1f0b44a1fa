import { canonicalText } from '../../shared/canonical';
import { isLeftOut, type Bulk, type Entry } from '../../run/bulk';
import { denies, partWith } from '../../run/response';
import { isRecord } from '../../shared/json';
import { searchMembers } from './search';
import { MAX_VALUES } from './searchFields';

/**
 * The bulk change of members' balances: all entries or none (API document, extended 4.4). Rows are told apart by member
 * and currency; of several for the same, the first row is the first entry's.
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
		return own.map((record) => record && { record });
	},
	splitRefusal: (body, entries) => {
		const rows = rowsIn(body, 'updates', 'results', 'errors');
		if (rows.length === 0) return undefined;
		return matched(rows, entries).map((row) => row && (isPaid(row) ? { record: row } : { refused: row }));
	},
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

/** @throws Error for an answer that holds no list */
function membersOf(body: unknown): Entry[] {
	const members: unknown = isRecord(body) ? body.data : undefined;
	if (!Array.isArray(members)) throw new Error('The answer holds no list of members');
	return members.filter(isRecord);
}

/** A row of a payment that was made has the new balance; the one before it counts where no words stand beside it. */
function isPaid(row: Entry): boolean {
	const hasBalance =
		typeof row.newBalance === 'number' || (typeof row.balance === 'number' && isLeftOut(row.message));
	return hasBalance && isLeftOut(row.code) && !denies(row);
}

function rowsOf(body: unknown): Entry[] {
	return rowsIn(body, 'updates');
}

/** The rows of these lists, together. */
function rowsIn(body: unknown, ...names: string[]): Entry[] {
	const part = partWith(body, ...names);
	return names.flatMap((name) => {
		const rows: unknown = isRecord(part) ? part[name] : undefined;
		return Array.isArray(rows) ? rows.filter(isRecord) : [];
	});
}

/** Each entry's row. Those that name a currency choose first; rows that the service has put together are shared. */
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
		currencyId === undefined || row.currencyId === undefined || idOf(row.currencyId) === idOf(currencyId);
	return idOf(row.serviceId) === idOf(serviceId) && isCurrency;
}

function idOf(value: unknown): string | undefined {
	return typeof value === 'string' ? canonicalText(value) : undefined;
}
