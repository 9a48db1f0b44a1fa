import type { BulkPart } from './bulkPart';

/** An item that may share a request. */
interface Joining {
	bulk: BulkPart;
}

/**
 * Items that wait to share a request, in the order of the items. Several groups may be open, such as one for each of two
 * realms; where an item changes what one of another group changes, all that wait goes out first.
 */
export class BulkGroups<I extends Joining> {
	private readonly open = new Map<string, I[]>();

	/** The group that changes something, by what it changes. */
	private readonly groupOf = new Map<string, string>();

	/** Adds an item. Gives the groups that are to go out now, in this order. */
	add(item: I): I[][] {
		const { group, identity, most } = item.bulk;
		const other = this.groupOf.get(identity);
		const ready = other === undefined || other === group ? [] : this.takeAll();
		const items = this.open.get(group) ?? [];
		this.open.set(group, items);
		this.groupOf.set(identity, group);
		items.push(item);
		if (items.length < most) return ready;
		this.open.delete(group);
		for (const { bulk } of items) this.groupOf.delete(bulk.identity);
		return [...ready, items];
	}

	/** All that wait, in the order in which the groups were begun. */
	takeAll(): I[][] {
		const all = [...this.open.values()];
		this.open.clear();
		this.groupOf.clear();
		return all;
	}
}
