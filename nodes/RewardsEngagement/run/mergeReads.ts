import type { ItemContent } from './operation';
import { toJsonItems } from './response';
import type { Merging, Run } from './runItem';

/**
 * Asks one request for several items.
 *
 * @returns each item's contents, or `undefined` when they cannot be told apart for sure or the request failed
 */
export async function sendMerged(run: Run, items: readonly Merging[]): Promise<ItemContent[][] | undefined> {
	const [{ operation, merge, client }] = items as [Merging];
	const all = items.map(({ values }) => values);
	const joined = run.cannotMerge ? undefined : merge.join(all);
	if (!joined) return undefined;
	const bodies: unknown[] = [];
	try {
		for await (const body of client.pages(operation.request(joined), operation)) bodies.push(body);
	} catch {
		// Each item is then asked for by itself, and gets an error of its own.
		return undefined;
	}
	const shares = merge.split(all, bodies);
	// What could not be told apart once will not be the next time.
	if (!shares) run.cannotMerge = true;
	return shares?.map((records, index) =>
		toJsonItems(operation.response, { data: records }, all[index] ?? {}).map((json) => ({ json })),
	);
}
