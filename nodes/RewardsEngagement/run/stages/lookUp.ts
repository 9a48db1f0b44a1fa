import type { Problem } from '../../errors';
import type { Job } from '../job';
import { bulkOf, entriesOf } from './entries';

/** With fewer items, halving is as fast as a look-up. */
const FEWEST = 5;

/** The items of a request that was refused because a record does not exist. */
export interface LookedUp<T> {
	/** Those whose record the service finds. */
	known: T[];
	/** Those whose record the service does not find. */
	unknown: T[];
	/** How many other records they name that may be missing, such as currencies. */
	others: number;
}

/**
 * Asks the service which items of a request refused with a 404 name an existing record, because the refusal does not
 * say. It takes one or two requests. Halving takes two for each wrong item.
 *
 * @returns `undefined` if that is not worth it
 */
export async function lookUp<T extends { job: Job }>(
	items: readonly T[],
	{ told: problem }: Problem,
): Promise<LookedUp<T> | 'unanswered' | undefined> {
	const [{ job }] = items as readonly [T];
	const { client, values } = job;
	const { finding } = bulkOf(job);
	if (problem.status !== 404 || items.length < FEWEST || !finding) return undefined;
	const entries = items.flatMap((item) => entriesOf(item.job.request));
	try {
		const bodies: unknown[] = [];
		for (const request of finding.requests(String(values.realmId), entries)) {
			bodies.push((await client.send(request)).body);
		}
		const isFound = entries.map(finding.foundIn(bodies));
		return {
			known: items.filter((_item, index) => isFound[index]),
			unknown: items.filter((_item, index) => !isFound[index]),
			others: new Set(entries.map(finding.otherOf)).size,
		};
	} catch {
		return 'unanswered';
	}
}
