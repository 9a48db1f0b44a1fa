import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import { copyOfJson } from '../../shared/copyOfJson';
import type { Job } from '../job';
import type { ItemContent, Together } from '../operation';
import { toJsonItems } from '../response';

/**
 * Sends one request for several searches.
 *
 * @param together the shared values of the jobs, in the same order
 * @returns the share of each job. `undefined` if the request failed: each search is then sent alone, and gets its own
 * error. Also if the response mixes them (`isMixed`), because it does not show which records belong to which search.
 */
export async function sharesOf(
	jobs: readonly Job[],
	together: Together<Record<string, unknown>>,
): Promise<{ shares: Map<Job, ItemContent[]>; isMixed: boolean }> {
	const [{ operation, client }] = jobs as readonly [Job];
	const shares = new Map<Job, ItemContent[]>();
	const bodies: unknown[] = [];
	try {
		for await (const body of client.pages(operation.request(together.values))) bodies.push(body);
	} catch {
		return { shares, isMixed: false };
	}
	const split = together.split(bodies);
	const given = new Set<unknown>();
	for (const [index, records] of split?.entries() ?? []) {
		await yieldToEventLoop();
		const job = jobs[index] as Job;
		// Two items must never share an object, because a later node may change one of them.
		const own = records.map((record) => (given.has(record) ? copyOfJson(record) : record));
		for (const record of records) given.add(record);
		const items = toJsonItems(operation.response, { data: own }, job.values);
		shares.set(
			job,
			items.map((json) => ({ json })),
		);
	}
	return { shares, isMixed: split === undefined };
}
