import { isFullResponse, type Job } from '../job';
import type { Together } from '../operation';
import { keyOf } from '../registry';
import { bulkOf, identityOf, withoutEntries } from './entries';

/** Searches that share a request, at most. */
const MAX_SEARCHES = 500;

/** Entries that the service takes at a time. */
const MAX_ENTRIES = 100;

/** Jobs that start together. Those of a group share requests. */
export interface Unit {
	jobs: Job[];
	/** Whether they change something. */
	isBulk: boolean;
	/** What searches ask together. */
	together?: Together<Record<string, unknown>>;
}

/** How a job may share a request. */
interface Sharing {
	isBulk: boolean;
	/** Jobs with the same text may share a request. */
	group: string;
	/** Jobs of a request. */
	maxJobs: number;
	/** Whose record it changes. Changes of one record keep their order. */
	identity?: string;
	/** Begins what searches ask together. */
	together?: () => Together<Record<string, unknown>>;
}

/**
 * Jobs that wait to share a request, in order. Several groups may be open, such as one for each of two realms. If a job
 * changes what a job of another group changes, everything that waits goes out before it.
 */
export class Groups {
	/** Whether searches are combined. */
	combinesSearches = true;

	private readonly open = new Map<string, Unit>();

	/** The group that changes a record, by record. */
	private readonly groupOf = new Map<string | undefined, string>();

	/** @returns the units that start now, in this order */
	add(job: Job): Unit[] {
		const sharing = this.sharingOf(job);
		if (!sharing) return [...this.takeAll(), single(job)];
		const { group, identity, maxJobs, isBulk } = sharing;
		const ready = this.isBehind(sharing) ? this.takeAll() : [];
		const open = this.open.get(group);
		const isJoined = open !== undefined && joins(open, job);
		if (open && !isJoined) ready.push(this.close(group, open));
		const unit = isJoined ? open : begin(sharing, job);
		if (!unit) return [...ready, single(job)];
		this.open.set(group, unit);
		if (isBulk) this.groupOf.set(identity, group);
		if (unit.jobs.length >= maxJobs) ready.push(this.close(group, unit));
		return ready;
	}

	/** Everything that waits, in the order in which the groups were begun. */
	takeAll(): Unit[] {
		const all = [...this.open.values()];
		this.open.clear();
		this.groupOf.clear();
		return all;
	}

	/** Whether a job has to come after what waits: a search and a change never pass each other. */
	private isBehind({ isBulk, group, identity }: Sharing): boolean {
		const [waiting] = this.open.values();
		return (this.groupOf.get(identity) ?? group) !== group || (waiting?.isBulk ?? isBulk) !== isBulk;
	}

	private close(group: string, unit: Unit): Unit {
		this.open.delete(group);
		for (const [identity, of] of this.groupOf) if (of === group) this.groupOf.delete(identity);
		return unit;
	}

	private sharingOf(job: Job): Sharing | undefined {
		const { operation, options, request, values } = job;
		const { bulk, merge } = operation;
		// One request has one retry policy.
		if (bulk && request.policy.effect !== 'read') {
			return {
				isBulk: true,
				group: JSON.stringify([withoutEntries(request), options]),
				identity: identityOf(job),
				maxJobs: options.batchSize ?? MAX_ENTRIES,
			};
		}
		const isWanted = this.combinesSearches && options.combineSearches !== false && !isFullResponse(job);
		const group = isWanted ? merge?.group(values) : undefined;
		if (!merge || group === undefined) return undefined;
		return {
			isBulk: false,
			group: JSON.stringify([keyOf(operation), group, options]),
			maxJobs: MAX_SEARCHES,
			together: () => merge.together(values),
		};
	}
}

function joins({ jobs, together }: Unit, job: Job): boolean {
	if (together && !together.add(job.values)) return false;
	jobs.push(job);
	return true;
}

/** @returns nothing for a job that others cannot join */
function begin({ isBulk, together: create }: Sharing, job: Job): Unit | undefined {
	const together = create?.();
	if (together && !together.add(job.values)) return undefined;
	return { isBulk, jobs: [job], together };
}

function single(job: Job): Unit {
	return { isBulk: false, jobs: [job] };
}

/**
 * Those that cannot share a request come later. Of two jobs under one key, the second has to see what came of the first.
 * Of two jobs that change one record, some answers do not tell which is which.
 */
export function apart(jobs: readonly Job[]): { now: Job[]; later: Job[] } {
	const keys = new Set<string | undefined>();
	const identities = new Set<string>();
	const behind = new Set<string>();
	const now: Job[] = [];
	const later: Job[] = [];
	for (const job of jobs) {
		const key = job.key?.key;
		const identity = identityOf(job);
		const isTwice =
			(key !== undefined && keys.has(key)) ||
			(bulkOf(job).isIdentityUnique && identities.has(identity)) ||
			behind.has(identity);
		(isTwice ? later : now).push(job);
		if (isTwice) behind.add(identity);
		keys.add(key);
		identities.add(identity);
	}
	return { now, later };
}
