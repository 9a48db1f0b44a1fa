import { folded, IDENTIFIERS } from './identifiers';
import { MAX_VALUES } from './searchFields';
import { recordsIn, totalIn } from '../../api/records';
import { isRecord } from '../../shared/json';
import type { Merge, Together } from '../../run/operation';

/** The parameters of a search, as its operation declares them. */
interface Search extends Record<string, unknown> {
	realmId: string;
	type: string;
	values: string[];
	page?: number;
	limit?: number;
}

/**
 * Combines the searches of several items. The field of the search matches records with items. If a match is not
 * certain, or the response is not complete, each item is searched separately.
 */
export const combineSearches: Merge<Search> = {
	group: ({ realmId, type, page, limit }) => {
		const isOpenEnded = page === undefined && limit === undefined;
		return isOpenEnded && IDENTIFIERS.has(type) ? `${realmId} ${type}` : undefined;
	},
	together: (first) => new SearchTogether(first),
};

class SearchTogether implements Together<Search> {
	/** The first spelling of each value, by its folded form. */
	private readonly spellings = new Map<string, string>();

	/** The folded values of each item. */
	private readonly items: string[][] = [];

	constructor(private readonly first: Search) {}

	add({ values }: Search): boolean {
		const pairs = values.map((value) => [folded(value), value] as const);
		const fresh = new Map<string, string>();
		for (const [key, value] of pairs) {
			const known = this.spellings.get(key) ?? fresh.get(key);
			// Two spellings of a value could mean two members or one, so the items must search separately.
			if (known !== undefined && known !== value) return false;
			if (known === undefined) fresh.set(key, value);
		}
		if (this.spellings.size + fresh.size > MAX_VALUES) return false;
		for (const [key, value] of fresh) this.spellings.set(key, value);
		this.items.push(pairs.map(([key]) => key));
		return true;
	}

	get values(): Search {
		return { ...this.first, values: [...this.spellings.values()] };
	}

	split(bodies: readonly unknown[]): unknown[][] | undefined {
		const records = completeRecords(bodies);
		const identify = IDENTIFIERS.get(this.first.type);
		if (!records || !identify) return undefined;
		const found = new Map<string, number[]>();
		for (const [index, record] of records.entries()) {
			const asked = new Set(
				identify(record)
					.map(folded)
					.filter((value) => this.spellings.has(value)),
			);
			// If a record has none of the values, the service searches in a way that we do not know. If it has
			// several, the service may have matched only one of them, and would not return the record for another.
			const [value] = asked;
			if (asked.size !== 1 || value === undefined) return undefined;
			const others = found.get(value);
			if (others) others.push(index);
			else found.set(value, [index]);
		}
		return this.items.map((values) =>
			// In the order of the response, as if the item had searched alone.
			[...new Set(values.flatMap((value) => found.get(value) ?? []))]
				.sort((a, b) => a - b)
				.map((index) => records[index]),
		);
	}
}

/** The records of all pages, if the response says that there are no others. */
function completeRecords(bodies: readonly unknown[]): Array<Record<string, unknown>> | undefined {
	const records = bodies.flatMap((body) => recordsIn(body) ?? []);
	return totalIn(bodies.at(-1)) === records.length && records.every(isRecord) ? records : undefined;
}
