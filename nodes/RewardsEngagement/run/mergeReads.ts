import { breathe } from '../shared/breathe';
import { copyOfJson } from '../shared/copyOfJson';
import type { ItemContent, Together } from './operation';
import { toJsonItems } from './response';
import type { Merging, Run } from './runItem';
import { shorten } from './shortForm';

/**
 * Asks one request for several items.
 *
 * @param items of one group
 * @param together what they ask together, in the same order
 * @returns each item's contents, or `undefined` when they cannot be told apart for sure or the request failed
 */
export async function sendMerged(
	run: Run,
	items: readonly Merging[],
	together: Together<Record<string, unknown>>,
): Promise<ItemContent[][] | undefined> {
	const [first] = items;
	if (!first || run.cannotMerge) return undefined;
	const { operation, client } = first;
	const bodies: unknown[] = [];
	try {
		const request = operation.request(together.values);
		for await (const body of client.pages(request)) bodies.push(body);
	} catch {
		// Each item is then asked for by itself, and gets an error of its own.
		return undefined;
	}
	const shares = together.split(bodies);
	// What could not be told apart once will not be the next time.
	if (!shares) {
		run.cannotMerge = true;
		return undefined;
	}
	const given = new Set<unknown>();
	const contents: ItemContent[][] = [];
	for (const [index, share] of shares.entries()) {
		await breathe();
		const own = share.map((record) => {
			const isGiven = given.has(record);
			given.add(record);
			// Two items never share a record: whoever comes after may change one of them.
			return isGiven ? copyOfJson(record) : record;
		});
		const { values, form } = items[index] as Merging;
		const records = toJsonItems(operation.response, { data: own }, values);
		contents.push(records.map((json) => ({ json: shorten(json, form) })));
	}
	return contents;
}
